/**
 * Filters and orders of lists. A module declares what its rows are filtered by (`Filter`) and ordered by (`Listing`). The
 * conditions are made from that, and `ground/lists/graphql` makes the GraphQL types. `findListed` reads a page in steps, none of which reads more
 * than a bounded number of rows, whatever is asked for and however many rows there are. It refuses what these steps do not
 * find.
 */
export { RANKS, checkOf, conjuncts, isTest, joined, type Condition, type Test } from './condition.ts';
export { Filter } from './filter.ts';
export { findAll } from './find-all.ts';
export { findListed } from './find-listed.ts';
export { keyOf, type Key } from './key.ts';
export { Listing, type ListArgs, type OrderBy } from './listing.ts';
export { partsIn } from './parts.ts';
export {
  among,
  choice,
  comparison,
  flag,
  hasValue,
  isMissing,
  listOf,
  madeAt,
  number,
  part,
  reference,
  rowId,
  state,
  text,
  time,
  words,
} from './properties.ts';
export { givenIn, readWhere, whereLoader } from './reading.ts';
export { IN_MAX, TEXT_MAX, type Property, type Shape, type Shaped } from './filter.ts';
export { many, one, type Link } from './relations.ts';
export { CONDITIONS_MAX } from './size.ts';
