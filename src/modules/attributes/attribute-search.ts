import { raw, sql } from '@mikro-orm/postgresql';
import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { joined } from '../../ground/lists/filter/index.ts';
import { KEYS } from './attribute.filter.ts';
import { definitionsLoader } from './attribute.loader.ts';
import { attributePolicy } from './attribute.policy.ts';
import type { AttributeSubject } from './attribute-vocabulary.ts';

/**
 * The ids of at most `limit` objects that have this text as a value of a unique or searchable attribute. Only attributes count
 * that the viewer may see of every object.
 */
export async function holdersOfText(
  ctx: RequestContext,
  subject: AttributeSubject,
  text: string,
  limit: number,
): Promise<string[]> {
  const relation = attributePolicy.relation(ctx.viewer, 'read', false);
  const searched = (await ctx.loader(definitionsLoader).load(subject))
    .filter(({ type, isUnique, isSearchable }) => (isUnique || isSearchable) && (type === 'string' || type === 'enum'))
    .filter((definition) => attributePolicy.sees(definition, relation));
  if (searched.length === 0) return [];
  const ids = searched.map(({ id }) => sql`${id}::uuid`);
  const found = await ctx.db.select<{ id: string }>(sql`
    select distinct ${raw(`v.${KEYS[subject]}`)} as id from attribute_values v
    where v.definition_id in (${joined(ids, ', ')}) and v.customer_id = ${signedIn(ctx.viewer).customerId}::uuid
      and v.value collate "C" = ${text}::text limit ${limit}`);
  return found.map(({ id }) => id);
}
