import { LockMode, raw, type EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import { invalid } from '../../kernel/errors.ts';
import type { AttributeDefinition as Definition } from './attribute-definition.entity.ts';
import { AttributeDefinition } from './attribute-definition.entity.ts';
import { definitionsLoader } from './attribute.loader.ts';
import { loadPatterns } from './attribute-pattern.ts';
import { attributePolicy, type Relation } from './attribute.policy.ts';
import { readValue } from './attribute-value.ts';
import type { AttributeSubject, StoredAttributes, StoredValue } from './attribute-vocabulary.ts';
import { attributeErrors } from './errors.ts';

/** The most bytes of all values of one object. */
export const STORED_MAX = 16_384;
/** The most attributes that one input may name. */
export const GIVEN_MAX = 100;

/** A value that a caller gives. Null removes it. */
export interface GivenAttribute {
  readonly name: string;
  readonly value?: unknown;
}

/** Attributes of an input. Null says that the caller knows of none, so that no required one is missed. */
export type GivenAttributes = readonly GivenAttribute[] | null | undefined;

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

/** The SQL of the defaults of a new object. `customerId` is an expression. */
export const defaultsOf = (customerId: string, subject: AttributeSubject): string =>
  `(select coalesce(jsonb_object_agg(d.id::text, d.default_value), '{}') from attribute_definitions d
    where d.customer_id = ${customerId} and d.subject = '${subject}' and jsonb_typeof(d.default_value) <> 'null')`;

/** The defaults of a new object, for an insert that gives it nothing else. */
export const defaultAttributes = (customerId: string, subject: AttributeSubject) =>
  raw(defaultsOf('?', subject), [customerId]);

/** Refuses attributes where many objects are changed at once, which have no values to check them against. */
export function refuseAttributes(given: GivenAttributes): void {
  if (given?.length) throw invalid('attributes', 'attributes are changed object by object.');
}

/** How the values of an object change. */
export interface AttributeChange {
  readonly attributes: StoredAttributes;
  /** For the audit trail: which attributes have changed, and the values of those that all members see. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Many objects of one transaction share a writer. */
const opened = new WeakMap<EntityManager, Map<string, Promise<AttributeWriter>>>();

/** Checks the values that objects of one subject get, with the customer's definitions as they are in the transaction. */
export class AttributeWriter {
  private constructor(
    private readonly definitions: readonly Definition[],
    private readonly path: string,
  ) {}

  /** `isWriting` says whether values are given: then the definitions stay as they are until the transaction ends. */
  static open(
    em: EntityManager,
    customerId: string,
    subject: AttributeSubject,
    isWriting: boolean,
  ): Promise<AttributeWriter> {
    const key = `${subject} ${isWriting}`;
    const known = opened.get(em) ?? new Map<string, Promise<AttributeWriter>>();
    opened.set(em, known);
    if (!known.has(key)) known.set(key, AttributeWriter.read(em, customerId, subject, isWriting));
    return known.get(key)!;
  }

  private static async read(
    em: EntityManager,
    customerId: string,
    subject: AttributeSubject,
    isWriting: boolean,
  ): Promise<AttributeWriter> {
    const lockMode = isWriting ? LockMode.PESSIMISTIC_READ : LockMode.NONE;
    const where = { customerId, subject };
    const definitions = await em.find(AttributeDefinition, where, { orderBy: { id: 'asc' }, lockMode });
    if (isWriting && definitions.some(({ constraints }) => constraints.pattern !== undefined)) await loadPatterns();
    return new AttributeWriter(definitions, 'attributes');
  }

  /** The values of a new object: what is given, and defaults. Refuses one without what is required. */
  created(given: GivenAttributes, relation: Relation): StoredAttributes {
    const { attributes } = this.changed({}, given ?? [], relation);
    const stored: Record<string, StoredValue> = { ...attributes };
    for (const { id, defaultValue } of this.definitions)
      if (defaultValue != null && !Object.hasOwn(stored, id)) stored[id] = defaultValue;
    if (given !== null) this.checkRequired(stored, relation);
    return stored;
  }

  /** The values of an object after a change. Values of attributes that no longer exist are gone. */
  changed(before: StoredAttributes, given: readonly GivenAttribute[], relation: Relation): AttributeChange {
    if (given.length > GIVEN_MAX) throw invalid(this.path, `${this.path} has more than ${GIVEN_MAX} items.`);
    const known = this.definitions.filter(({ id }) => Object.hasOwn(before, id));
    const next: Record<string, StoredValue> = Object.fromEntries(known.map(({ id }) => [id, before[id]!]));
    const names = new Set<string>();
    const changed: Definition[] = [];
    for (const [n, { name, value }] of given.entries()) {
      const at = `${this.path}.${n}`;
      const definition = this.definitions.find((each) => each.name === name && attributePolicy.sees(each, relation));
      if (!definition)
        throw attributeErrors.UNKNOWN_ATTRIBUTE({ message: `${at}.name names no attribute.`, field: `${at}.name` });
      if (names.has(name)) throw invalid(`${at}.name`, `${at}.name is in the list already.`);
      names.add(name);
      if (!attributePolicy.changes(definition, relation))
        throw attributeErrors.ATTRIBUTE_NOT_EDITABLE({
          message: `You may not change the attribute ${name}.`,
          field: `${at}.name`,
        });
      const { id, isRequired } = definition;
      const isRemoved = value === null || value === undefined;
      if (isRemoved && isRequired) throw invalid(`${at}.value`, `${at}.value must be given: ${name} is required.`);
      if (isRemoved) delete next[id];
      else next[id] = readValue(definition, value, `${at}.value`);
      if (JSON.stringify(next[id]) !== JSON.stringify(before[id])) changed.push(definition);
    }
    if (Buffer.byteLength(JSON.stringify(next)) > STORED_MAX)
      throw invalid(this.path, `${this.path} has more than ${STORED_MAX} bytes in all.`);
    return { attributes: next, details: detailsOf(changed, before, next) };
  }

  private checkRequired(stored: StoredAttributes, relation: Relation): void {
    const missing = this.definitions.find(
      (each) => each.isRequired && attributePolicy.changes(each, relation) && !Object.hasOwn(stored, each.id),
    );
    if (missing) throw invalid(this.path, `${this.path} must have ${missing.name}, which is required.`);
  }
}

function detailsOf(
  changed: readonly Definition[],
  before: StoredAttributes,
  after: StoredAttributes,
): Readonly<Record<string, unknown>> {
  const shown = changed.filter(({ visibleTo }) => visibleTo === 'members');
  return {
    attributes: changed.map(({ name }) => name),
    ...(shown.length > 0 && {
      values: Object.fromEntries(
        shown.map(({ id, name }) => [name, { from: before[id] ?? null, to: after[id] ?? null }]),
      ),
    }),
  };
}
