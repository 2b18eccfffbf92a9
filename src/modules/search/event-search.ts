import { raw, sql, type Raw } from '@mikro-orm/postgresql';
import { broken } from '../../ground/faults/index.ts';
import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { tableOf } from '../../ground/kernel/entity.ts';
import { kernelErrors } from '../../ground/kernel/errors.ts';
import { likePattern } from '../../ground/kernel/text.ts';
import { joined, TEXT_MAX, type Property } from '../../ground/lists/filter/index.ts';
import { SEARCH_TEXT } from '../../ground/lists/search-text.ts';
import { Api } from '../apis/index.ts';
import { auditEventFilter, auditEventListing, concerning, KeptName } from '../audit/index.ts';
import { Role } from '../roles/index.ts';
import { SearchSample } from '../users/index.ts';
import { findExact, HITS_MAX, wholeOf } from './hits.ts';
import { readWords } from './search.service.ts';
import { SEARCHABLE_TYPES } from './searchable.ts';

/** Events are searched by the names of objects. */
const search: Property = {
  shape: 'words',
  rules: { maxLength: TEXT_MAX },
  description: `Words, each a part of the name or the address of a user, or of the name of a group, client, organization, API or role, who acted or was affected, or through which somebody acted. Former names are found, too, also of what was deleted. Words that are in the names of more than ${HITS_MAX} objects of a kind are refused.`,
  read: async (text: string, path, { ctx }) => {
    const words = readWords(text, path);
    const ids = await idsNamed(ctx, words);
    if (ids) return concerning(ids, path);
    throw kernelErrors.FILTER_TOO_COSTLY({
      field: path,
      broken: broken('finds_too_many_related', { max: HITS_MAX, things: 'names' }),
    });
  },
};

auditEventFilter.add({ search });

/** The audit trail as a list that is searched by names, too. */
export const searchedEventListing = auditEventListing;

/** The ids of what has all the words in its name, or had. Null if there are too many. */
async function idsNamed(ctx: RequestContext, words: readonly string[]): Promise<string[] | null> {
  const parts = await ctx.runtime.get(SearchSample).partsToLookUp(words.map(wholeOf));
  if (!parts) return null;
  const [{ hits, isCut }, others] = await Promise.all([
    findExact(ctx, SEARCHABLE_TYPES, words),
    findOthers(ctx, parts, words.map(wholeOf)),
  ]);
  if (isCut || others.length > HITS_MAX) return null;
  return [...new Set([...hits, ...others].map(({ id }) => id))];
}

/** What the search of objects has not. */
const OTHERS = [
  [tableOf(KeptName), 'object_id'],
  [tableOf(Api), 'id::text'],
  [tableOf(Role), 'id::text'],
] as const;

/**
 * Finds what has all texts in its name by `parts` of them, which few names have. `offset 0` keeps PostgreSQL from looking up
 * in the index what is only to be checked.
 */
const findOthers = (
  ctx: RequestContext,
  parts: readonly string[],
  texts: readonly string[],
): Promise<{ readonly id: string }[]> =>
  ctx.db.select(
    joined(
      OTHERS.map(
        ([table, id]) => sql`(
          select f.id from (
            select ${raw(`e.${id} as id, ${SEARCH_TEXT} as text from ${table} e`)}
            where e.customer_id is not distinct from ${signedIn(ctx.viewer).customerId}::uuid and ${have(SEARCH_TEXT, parts)} offset 0
          ) f where ${have('f.text', texts)} limit ${HITS_MAX + 1})`,
      ),
      ' union all ',
    ),
  );

const have = (text: string, parts: readonly string[]): Raw =>
  joined(
    parts.map((part) => sql`${raw(text)} like ${likePattern(part)}`),
    ' and ',
  );
