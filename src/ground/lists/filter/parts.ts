import { raw, sql } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import { SEARCH_TEXT, searched } from '../search-text.ts';
import { hasTrigram, likePattern } from '../../kernel/text.ts';
import { isOfCustomer, joined, type Test } from './condition.ts';

/** What of some parts to look up. Null if all of them are too common, or too short. */
type Choose = (parts: readonly string[], ctx: RequestContext) => Promise<readonly string[] | null>;

const chooseLong: Choose = async (parts) => parts.filter(hasTrigram);

/** Finds rows by parts of their `searchText`, which a trigram index has. In its SQL, `e` is the row. */
export const partsIn =
  (choose: Choose = chooseLong) =>
  (given: readonly string[]): NonNullable<Test['find']> =>
  async (rows, limit, ctx) => {
    const parts = await choose(given.map(searched), ctx);
    if (!parts || parts.length === 0) return null;
    const matches = parts.map((each) => sql`and ${raw(SEARCH_TEXT)} like ${likePattern(each)}`);
    const select = (columns: string) => sql`
      select ${raw(`${columns} from ${rows.table} e`)} where ${isOfCustomer(rows)} ${joined(matches, ' ')}
      limit ${limit}`;
    return { ids: select('e.id'), rows: select('e.*'), isFew: true };
  };
