import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { AttributeDefinition, type AttributeDefinition as Definition } from './attribute-definition.entity.ts';
import { definitionsLoader } from './attribute.loader.ts';
import { attributePolicy, type Relation } from './attribute.policy.ts';
import type { AttributeSubject, StoredAttributes } from './attribute-vocabulary.ts';

/** A value of an object, as a viewer sees it. */
export interface Attribute {
  readonly name: string;
  readonly value: unknown;
  readonly definition: Definition;
}

/** What of an object's values the viewer may see, in the order of the names. */
export async function visibleAttributes(
  ctx: RequestContext,
  subject: AttributeSubject,
  stored: StoredAttributes,
  relation: Relation,
  names: readonly string[] | null | undefined,
): Promise<Attribute[]> {
  if (Object.keys(stored).length === 0) return [];
  const definitions = await ctx.loader(definitionsLoader).load(subject);
  return definitions
    .filter((definition) => Object.hasOwn(stored, definition.id) && attributePolicy.sees(definition, relation))
    .filter(({ name }) => !names || names.includes(name))
    .map((definition) => ({ name: definition.name, value: stored[definition.id], definition }));
}

/** The attributes of a subject by their names, which are columns of files. The caller may see all of them. */
export const attributeColumns = (
  em: EntityManager,
  customerId: string,
  subject: AttributeSubject,
): Promise<Pick<Definition, 'id' | 'name'>[]> =>
  em.find(AttributeDefinition, { customerId, subject }, { orderBy: { name: 'asc' }, disableIdentityMap: true });

/** The SQL of the defaults of a new object. `customerId` is an expression. */
export const defaultsOf = (customerId: string, subject: AttributeSubject): string =>
  `(select coalesce(jsonb_object_agg(d.id::text, d.default_value), '{}') from attribute_definitions d
    where d.customer_id = ${customerId} and d.subject = '${subject}' and jsonb_typeof(d.default_value) <> 'null')`;
