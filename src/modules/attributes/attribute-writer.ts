import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { broken } from '../../ground/faults/index.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { AppError, fault } from '../../ground/kernel/errors.ts';
import { attempt, readItems, refuse, together } from '../../ground/kernel/input.ts';
import type { ChangeDetails } from '../audit/index.ts';
import { AttributeDefinition } from './attribute-definition.entity.ts';
import { loadPatterns } from './attribute-pattern.ts';
import { attributePolicy, type Relation } from './attribute.policy.ts';
import { AttributeValue } from './attribute-value.entity.ts';
import { valueOfText } from './attribute-text.ts';
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
  /** The cell of a file that has it: its path in errors. A text there can stand for another type. */
  readonly cell?: string;
}

/** Attributes of an input. Null says that the caller knows of none, so that no required one is missed. */
export type GivenAttributes = readonly GivenAttribute[] | null | undefined;

/** Values for a new object. */
export interface NewValues {
  readonly given: GivenAttributes;
  /** What the viewer is to the object. */
  readonly relation: Relation;
}

/** Values for an object that has some. */
interface NextValues {
  readonly id: string;
  readonly before: StoredAttributes;
  readonly given: readonly GivenAttribute[];
  readonly relation: Relation;
}

/** How the values of an object change. */
export interface AttributeChange {
  readonly attributes: StoredAttributes;
  /** For the audit trail: which attributes have changed, and the values of those that all members see. */
  readonly details: ChangeDetails;
}

/**
 * What for: defaults and what is required, values that are only checked, or values to store. Then the definitions stay as they
 * are until the transaction ends.
 */
type Use = 'defaults' | 'check' | 'store';

/** Many objects of one transaction share a writer. */
const opened = new WeakMap<EntityManager, Map<string, Promise<AttributeWriter>>>();

const PATH = 'attributes';

/** Checks the values that objects of one subject get, with the customer's definitions as they are in the transaction. */
export class AttributeWriter {
  private constructor(
    private readonly em: EntityManager,
    private readonly definitions: readonly AttributeDefinition[],
  ) {}

  static open(em: EntityManager, customerId: string, subject: AttributeSubject, use: Use): Promise<AttributeWriter> {
    const key = `${subject} ${use}`;
    const known = opened.get(em) ?? new Map<string, Promise<AttributeWriter>>();
    opened.set(em, known);
    if (!known.has(key)) known.set(key, AttributeWriter.read(em, customerId, subject, use));
    return known.get(key)!;
  }

  private static async read(
    em: EntityManager,
    customerId: string,
    subject: AttributeSubject,
    use: Use,
  ): Promise<AttributeWriter> {
    const lockMode = use === 'store' ? LockMode.PESSIMISTIC_READ : LockMode.NONE;
    const where = { customerId, subject };
    const definitions = await em.find(AttributeDefinition, where, { orderBy: { id: 'asc' }, lockMode });
    if (use !== 'defaults' && definitions.some(({ constraints }) => constraints.pattern !== undefined))
      await loadPatterns();
    return new AttributeWriter(em, definitions);
  }

  /** The values of each new object, with defaults, or all that is wrong with what is given, in the same order. */
  async created(objects: readonly NewValues[]): Promise<(StoredAttributes | AppError)[]> {
    const read = objects.map((object) => attempt(() => this.valuesOf(object)));
    const taken = await this.taken(objects);
    return read.map((values, n) => withErrors(values, taken[n]));
  }

  /**
   * How the values of each object change, or all that is wrong with what is given. Values of attributes that no longer exist
   * are gone.
   */
  async changed(objects: readonly NextValues[]): Promise<(AttributeChange | AppError)[]> {
    const read = objects.map((object) => attempt(() => this.changeOf(object)));
    const taken = await this.taken(objects);
    return read.map((change, n) => withErrors(change, taken[n]));
  }

  /** Checks values that many objects are to get: what is wrong with them for each, and what only one of them can have. */
  checkShared({ given, relation }: NewValues, count = 1): void {
    const values = given ?? [];
    const read = attempt(() => this.changeOf({ before: {}, given: values, relation }));
    const shared = count > 1 ? this.uniqueIn(values) : [];
    const errors = shared.map(({ path }) => fault(path, 'unique'));
    refuse([...(read instanceof AppError ? [read] : []), ...errors]);
  }

  private valuesOf({ given, relation }: NewValues): StoredAttributes {
    const change = attempt(() => this.changeOf({ before: {}, given: given ?? [], relation }));
    const missing = given === null ? [] : this.missing(given ?? [], relation);
    if (change instanceof AppError || missing.length > 0)
      throw together([...(change instanceof AppError ? [change] : []), ...missing])!;
    const stored: Record<string, StoredValue> = { ...change.attributes };
    for (const { id, defaultValue } of this.definitions)
      if (defaultValue != null && !Object.hasOwn(stored, id)) stored[id] = defaultValue;
    return stored;
  }

  private changeOf({ before, given, relation }: Omit<NextValues, 'id'>): AttributeChange {
    if (given.length > GIVEN_MAX) throw fault(PATH, 'too_many', { max: GIVEN_MAX });
    const known = this.definitions.filter(({ id }) => Object.hasOwn(before, id));
    const next: Record<string, StoredValue> = Object.fromEntries(known.map(({ id }) => [id, before[id]!]));
    const names = new Set<string>();
    const read = readItems(given, (each, n) => {
      const { name } = each;
      const field = each.cell ?? `${PATH}.${n}.name`;
      const definition = this.definitionOf(name, field, relation);
      if (names.size === names.add(name).size) throw fault(field, 'repeated');
      return { definition, value: readGiven(definition, each, n) };
    });
    for (const { definition, value } of read)
      if (value === null) delete next[definition.id];
      else next[definition.id] = value;
    if (Buffer.byteLength(JSON.stringify(next)) > STORED_MAX) throw fault(PATH, 'too_much', { max: STORED_MAX });
    const changed = read.filter(({ definition: { id } }) => JSON.stringify(next[id]) !== JSON.stringify(before[id]));
    return { attributes: next, details: detailsOf(changed, before, next) };
  }

  /** The definition with this name. One that the viewer may not see does not exist. */
  private definitionOf(name: string, field: string, relation: Relation): AttributeDefinition {
    const definition = this.definitions.find((each) => each.name === name && attributePolicy.sees(each, relation));
    if (!definition) throw attributeErrors.UNKNOWN_ATTRIBUTE({ field, broken: broken('no_attribute') });
    if (!attributePolicy.changes(definition, relation))
      throw attributeErrors.ATTRIBUTE_NOT_EDITABLE({ field, broken: broken('attribute_not_editable', { name }) });
    return definition;
  }

  /** The errors of required attributes that have neither a value nor a default. */
  private missing(given: readonly GivenAttribute[], relation: Relation): AppError[] {
    return this.definitions
      .filter((each) => each.isRequired && each.defaultValue === null && attributePolicy.changes(each, relation))
      .filter(({ name }) => !given.some((each) => each.name === name))
      .map(({ name }) => fault(PATH, 'missing_attribute', { name }));
  }

  /** The errors of those objects whose unique values another object has, or one before them in the list. */
  private async taken(
    objects: readonly { readonly id?: string; readonly given: GivenAttributes }[],
  ): Promise<(AppError | undefined)[]> {
    const wanted = objects.map(({ given }) => this.uniqueIn(given ?? []));
    const all = wanted.flat();
    if (all.length === 0) return objects.map(() => undefined);
    const definitionId = { $in: [...new Set(all.map((each) => each.definitionId))] };
    const value = { $in: [...new Set(all.map((each) => each.value))] };
    const where = { isUnique: true, definitionId, value };
    const stored = await this.em.find(AttributeValue, where, { disableIdentityMap: true });
    const holders = new Map(stored.map((each) => [keyOf(each), each.userId ?? each.groupId ?? each.clientId]));
    return objects.map(({ id }, n) => {
      const holder = id ?? `${n}`;
      const others = wanted[n]!.filter((each) => (holders.get(keyOf(each)) ?? holder) !== holder);
      if (others.length === 0) for (const each of wanted[n]!) holders.set(keyOf(each), holder);
      return together(others.map(({ path: field }) => attributeErrors.ATTRIBUTE_VALUE_TAKEN({ field })));
    });
  }

  /** The given values of unique attributes, as the index has them. */
  private uniqueIn(given: readonly GivenAttribute[]): UniqueValue[] {
    return given.flatMap((each, n) => {
      const definition = this.definitions.find(({ isUnique, name }) => isUnique && name === each.name);
      if (!definition) return [];
      const path = pathOf(each, n);
      const read = attempt(() => readGiven(definition, each, n));
      // Its fault is told elsewhere.
      if (read === null || read instanceof AppError) return [];
      const items = [read].flat() as (string | number)[];
      return items.map((item) => ({ definitionId: definition.id, value: `${item}`, path }));
    });
  }
}

interface UniqueValue {
  readonly definitionId: string;
  readonly value: string;
  readonly path: string;
}

const keyOf = ({ definitionId, value }: Pick<UniqueValue, 'definitionId' | 'value'>): string =>
  `${definitionId} ${value}`;

const withErrors = <T>(read: T | AppError, other: AppError | undefined): T | AppError =>
  other ? together([...(read instanceof AppError ? [read] : []), other])! : read;

const pathOf = ({ cell }: GivenAttribute, n: number): string => cell ?? `${PATH}.${n}.value`;

/** The value as it is stored. Null if it is to be removed. */
function readGiven(definition: AttributeDefinition, given: GivenAttribute, n: number): StoredValue | null {
  const path = pathOf(given, n);
  const value = given.cell === undefined ? given.value : valueOfText(definition, given.value);
  if (value !== null && value !== undefined) return readValue(definition, value, path);
  if (definition.isRequired) throw fault(path, 'required_attribute', { name: definition.name });
  return null;
}

function detailsOf(
  changed: readonly { readonly definition: AttributeDefinition }[],
  before: StoredAttributes,
  after: StoredAttributes,
): ChangeDetails {
  const shown = changed.filter(({ definition }) => definition.visibleTo === 'members');
  return {
    fields: changed.map(({ definition: { name } }) => `${PATH}.${name}`),
    changes: Object.fromEntries(
      shown.map(({ definition: { id, name } }) => [
        `${PATH}.${name}`,
        { from: before[id] ?? null, to: after[id] ?? null },
      ]),
    ),
  };
}

/** An input with attributes, as it was read without them, or what is wrong with it. */
interface ReadInput<T> extends NewValues {
  readonly read: T | AppError;
}

/**
 * Adds to errors about parts of inputs what is wrong with their attributes. Reads definitions only if there are such errors.
 */
export async function tellAttributes<T>(
  { em, viewer }: RequestContext,
  subject: AttributeSubject,
  inputs: readonly ReadInput<T>[],
  { isNew }: { readonly isNew: boolean },
): Promise<(T | AppError)[]> {
  const isTold = ({ read, given }: ReadInput<T>): boolean =>
    read instanceof AppError && read.faults.length > 0 && Boolean(given?.length);
  if (viewer.kind === 'anonymous' || !inputs.some(isTold)) return inputs.map(({ read }) => read);
  const fork = em.fork({ keepTransactionContext: true });
  const writer = await AttributeWriter.open(fork, viewer.customerId, subject, 'check');
  const wrong = inputs.filter(isTold);
  const values = isNew ? await writer.created(wrong) : wrong.map((each) => attempt(() => writer.checkShared(each)));
  const errors = new Map(values.flatMap((each, n) => (each instanceof AppError ? [[wrong[n], each] as const] : [])));
  return inputs.map((input) => withErrors(input.read, errors.get(input)));
}

/**
 * Fails if a new object that is given no values lacks one that is required. The statement that stores the object can set its
 * defaults meanwhile.
 */
export async function checkRequired(
  em: EntityManager,
  customerId: string,
  subject: AttributeSubject,
  relation: Relation,
): Promise<void> {
  const writer = await AttributeWriter.open(em, customerId, subject, 'defaults');
  const [values] = await writer.created([{ given: undefined, relation }]);
  if (values instanceof AppError) throw values;
}

/** What `read` returns for one input. If it refuses the input, the error tells the faults of its attributes, too. */
export async function readWithAttributes<T>(
  ctx: RequestContext,
  subject: AttributeSubject,
  { isNew, ...values }: NewValues & { readonly isNew: boolean },
  read: () => T,
): Promise<Exclude<T, AppError>> {
  const [result] = await tellAttributes(ctx, subject, [{ ...values, read: attempt(read) }], { isNew });
  if (result instanceof AppError) throw result;
  return result as Exclude<T, AppError>;
}
