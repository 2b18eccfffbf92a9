import fc from 'fast-check';
import {
  GROUPS,
  PLACES,
  ROLES,
  SCOPES,
  SUBJECTS,
  USERS,
  type Graph,
  type Place,
  type Supposed,
} from './decision-model.ts';

/** A graph, and what is looked at besides the questions that are always asked. */
export interface Case {
  readonly graph: Graph;
  readonly supposed: Supposed;
  /** The organization that the first user acts for. */
  readonly acts: Place;
  /** What is explained and searched for. Each takes its time, so that only some of it is. */
  readonly looked: { readonly place: Place; readonly scope: number };
}

const list = <Each>(each: fc.Arbitrary<Each>, length: number) =>
  fc.array(each, { minLength: length, maxLength: length });
const place = fc.constantFrom(...PLACES);
const group = fc.nat(GROUPS - 1);
const role = fc.nat(ROLES - 1);
const scopesOf = (of: number | null) => [...SCOPES.keys()].filter((scope) => of === null || SCOPES[scope]!.api === of);

const roles = fc
  .constantFrom(null, 0 as const, 1 as const)
  .chain((of) => fc.record({ of: fc.constant(of), allows: fc.subarray(scopesOf(of)) }));

const graph: fc.Arbitrary<Graph> = fc.record({
  wantsRole: list(fc.constantFrom(true, true, false), 2),
  // The first one has tokens, which would end.
  isActive: fc.tuple(fc.constant(true), fc.boolean(), fc.boolean()),
  homes: list(place, USERS),
  places: list(place, GROUPS),
  roles: list(roles, ROLES),
  memberships: fc.uniqueArray(fc.tuple(group, fc.nat(USERS - 1)), { selector: String, maxLength: 6 }),
  // Inner groups have the higher number.
  nestings: fc.uniqueArray(
    fc.tuple(group, group).filter(([outer, inner]) => outer < inner),
    { selector: String, maxLength: 5 },
  ),
  given: fc.subarray(scopesOf(null)),
  assignments: fc.uniqueArray(
    fc.record({
      role,
      holder: fc.constantFrom(...SUBJECTS),
      place,
      end: fc.constantFrom(null, -1 as const, 1 as const),
    }),
    { selector: ({ role: of, holder, place: where }) => String([of, holder.kind, holder.at, where]), maxLength: 8 },
  ),
});

export const cases: fc.Arbitrary<Case> = fc.record({
  graph,
  supposed: fc.record({ joins: group, leaves: group, gets: role, loses: role }),
  acts: place,
  looked: fc.record({ place, scope: fc.nat(SCOPES.length - 1) }),
});
