import { fault } from '../../ground/kernel/errors.ts';
import { enumName, readLine, readText } from '../../ground/kernel/text.ts';
import type { AttributeDefinition } from './attribute-definition.entity.ts';
import { readPattern } from './attribute-pattern.ts';
import {
  INDEXED_MAX,
  ITEMS_DEFAULT_MAX,
  ITEMS_MAX,
  JSON_MAX,
  readValue,
  TEXT_DEFAULT_MAX,
  TEXT_MAX,
} from './attribute-value.ts';
import {
  AUDIENCES,
  type AttributeAudience,
  type AttributeConstraints,
  type AttributeSubject,
  type AttributeType,
  type ClaimScope,
} from './attribute-vocabulary.ts';
import { readClaim } from './attribute-claim.ts';

/** The most characters of a name, a description, and an enum's value. */
export const NAME_MAX = 64;
export const NAME_PATTERN = '[a-z][A-Za-z0-9_]*';
export const DESCRIPTION_MAX = 500;
export const VALUE_MAX = 255;
/** The most values of an enum. */
export const VALUES_MAX = 200;

const NAME = new RegExp(`^${NAME_PATTERN}$`, 'v');

type Given<T> = { readonly [Key in keyof T]?: T[Key] | null | undefined };

/** What of a definition can change. Undefined changes nothing. */
export interface UpdateDefinition {
  readonly description?: string | null | undefined;
  readonly isRequired?: boolean | null | undefined;
  /** All constraints. What is left out no longer holds. */
  readonly constraints?: Given<AttributeConstraints> | null | undefined;
  /** Null removes it. */
  readonly defaultValue?: unknown;
  readonly visibleTo?: AttributeAudience | null | undefined;
  readonly editableBy?: AttributeAudience | null | undefined;
  readonly isUnique?: boolean | null | undefined;
  readonly isSearchable?: boolean | null | undefined;
  /** Null removes claim or scope. */
  readonly claim?: string | null | undefined;
  readonly scope?: ClaimScope | null | undefined;
}

export interface CreateDefinition extends UpdateDefinition {
  readonly subject: AttributeSubject;
  readonly name: string;
  readonly type: AttributeType;
  readonly isList?: boolean | null | undefined;
}

/** A definition without its id, its customer and its times. */
export type DefinitionFields = Pick<
  AttributeDefinition,
  | 'subject'
  | 'name'
  | 'description'
  | 'type'
  | 'isList'
  | 'isRequired'
  | 'constraints'
  | 'defaultValue'
  | 'visibleTo'
  | 'editableBy'
  | 'isUnique'
  | 'isSearchable'
  | 'claim'
  | 'scope'
  | 'isStandard'
>;

/** What an attribute is if nothing is said. */
export const DEFINITION_DEFAULTS = {
  isList: false,
  description: '',
  isRequired: false,
  visibleTo: 'administrators',
  editableBy: 'administrators',
  isUnique: false,
  isSearchable: false,
} as const;

/** Checks a definition to create. Throws `invalid` for the first bad field. */
export function readDefinition({ subject, name, type, isList, ...input }: CreateDefinition): DefinitionFields {
  if (name.length > NAME_MAX || !NAME.test(name)) throw fault('name', 'attribute_name', { max: NAME_MAX });
  const plain: DefinitionFields = {
    subject,
    name,
    type,
    ...DEFINITION_DEFAULTS,
    isList: isList ?? DEFINITION_DEFAULTS.isList,
    constraints: {},
    defaultValue: null,
    claim: null,
    scope: null,
    isStandard: false,
  };
  return changedDefinition(plain, { constraints: {}, ...input });
}

/** The definition after a change, checked as a whole. */
export function changedDefinition(before: DefinitionFields, input: UpdateDefinition): DefinitionFields {
  const { description, isRequired, visibleTo, editableBy, isUnique, isSearchable, claim, scope } = input;
  const changed: DefinitionFields = {
    ...before,
    ...(description != null && { description: readText('description', description, { min: 0, max: DESCRIPTION_MAX }) }),
    ...(isRequired != null && { isRequired }),
    ...(visibleTo != null && { visibleTo }),
    ...(editableBy != null && { editableBy }),
    ...(isUnique != null && { isUnique }),
    ...(isSearchable != null && { isSearchable }),
    ...(claim !== undefined && { claim: claim && readClaim('claim', claim, before) }),
    ...(scope !== undefined && { scope }),
  };
  const rules = input.constraints ? { ...changed, constraints: readConstraints(changed, input.constraints) } : changed;
  checkAudiences(rules);
  checkIndexed(rules);
  checkClaim(rules);
  return { ...rules, defaultValue: readDefault(rules, input.defaultValue) };
}

const SIZED: readonly AttributeType[] = ['string', 'json'];
const ORDERED: readonly AttributeType[] = ['number', 'integer', 'date', 'moment'];

/** The constraints, with what is left out where there has to be a limit. */
function readConstraints(
  { type, isList, isUnique, isSearchable }: DefinitionFields,
  given: Given<AttributeConstraints>,
): AttributeConstraints {
  const { minLength, maxLength, pattern, minimum, maximum, values, maxItems } = given;
  const only = (field: string, value: unknown, types: readonly AttributeType[]): void => {
    if (value != null && !types.includes(type)) throw fault(`constraints.${field}`, 'for_types', { types });
  };
  only('minLength', minLength, ['string']);
  only('maxLength', maxLength, SIZED);
  only('pattern', pattern, ['string']);
  only('minimum', minimum, ORDERED);
  only('maximum', maximum, ORDERED);
  only('values', values, ['enum']);
  if (maxItems != null && !isList) throw fault('constraints.maxItems', 'for_lists');
  const longest = type === 'json' ? JSON_MAX : TEXT_MAX;
  const usual = type === 'json' ? JSON_MAX : isUnique || isSearchable ? INDEXED_MAX : TEXT_DEFAULT_MAX;
  const bound = (field: 'minimum' | 'maximum', value: number | string) =>
    readValue({ type, isList: false, constraints: {} }, value, `constraints.${field}`) as number | string;
  const read: AttributeConstraints = {
    ...(minLength != null && { minLength: whole('minLength', minLength, 0, TEXT_MAX) }),
    ...(SIZED.includes(type) && { maxLength: whole('maxLength', maxLength ?? usual, 1, longest) }),
    ...(pattern != null && { pattern: readPattern('constraints.pattern', pattern) }),
    ...(minimum != null && { minimum: bound('minimum', minimum) }),
    ...(maximum != null && { maximum: bound('maximum', maximum) }),
    ...(type === 'enum' && { values: readValues(values ?? []) }),
    ...(isList && { maxItems: whole('maxItems', maxItems ?? ITEMS_DEFAULT_MAX, 1, ITEMS_MAX) }),
  };
  if ((read.minLength ?? 0) > (read.maxLength ?? 0) && read.minLength !== undefined)
    throw fault('constraints.minLength', 'greater', { other: 'constraints.maxLength' });
  if (read.minimum !== undefined && read.maximum !== undefined && read.minimum > read.maximum)
    throw fault('constraints.minimum', 'greater', { other: 'constraints.maximum' });
  return read;
}

/** Whether constraints allow all values that others allow. */
export function isLooser(before: AttributeConstraints, after: AttributeConstraints): boolean {
  return (
    isAtMost(after.minLength, before.minLength) &&
    isAtMost(after.minimum, before.minimum) &&
    isAtLeast(after.maxLength, before.maxLength) &&
    isAtLeast(after.maxItems, before.maxItems) &&
    isAtLeast(after.maximum, before.maximum) &&
    (after.pattern === undefined || after.pattern === before.pattern) &&
    (before.values ?? []).every((value) => after.values?.includes(value))
  );
}

type Limit = number | string | undefined;

const isAtMost = (one: Limit, other: Limit): boolean => one === undefined || (other !== undefined && one <= other);

const isAtLeast = (one: Limit, other: Limit): boolean => one === undefined || (other !== undefined && one >= other);

function whole(field: string, value: number, least: number, most: number): number {
  if (!Number.isInteger(value) || value < least || value > most)
    throw fault(`constraints.${field}`, 'whole', { min: least, max: most });
  return value;
}

function readValues(values: readonly string[]): string[] {
  if (values.length === 0 || values.length > VALUES_MAX)
    throw fault('constraints.values', 'item_count', { min: 1, max: VALUES_MAX });
  const read = values.map((value, n) => readLine(`constraints.values.${n}`, value, { max: VALUE_MAX }));
  if (new Set(read).size < read.length) throw fault('constraints.values', 'duplicates');
  return read;
}

function readDefault(rules: DefinitionFields, given: unknown): AttributeDefinition['defaultValue'] {
  const value = given === undefined ? rules.defaultValue : given;
  if (value === null) return null;
  if (rules.isUnique) throw fault('defaultValue', 'not_for_unique');
  return readValue(rules, value, 'defaultValue');
}

/** What the audiences are of each subject: nobody owns a group, and members neither see nor change other things. */
const AUDIENCES_OF: Readonly<
  Record<AttributeSubject, Record<'visibleTo' | 'editableBy', readonly AttributeAudience[]>>
> = {
  user: { visibleTo: AUDIENCES, editableBy: ['administrators', 'owner'] },
  group: { visibleTo: ['administrators', 'members'], editableBy: ['administrators', 'members'] },
  client: { visibleTo: ['administrators', 'owner'], editableBy: ['administrators', 'owner'] },
};

function checkAudiences(definition: DefinitionFields): void {
  const { subject, visibleTo, editableBy } = definition;
  for (const field of ['visibleTo', 'editableBy'] as const)
    if (!AUDIENCES_OF[subject][field].includes(definition[field]))
      throw fault(field, 'audience', { subject, values: AUDIENCES_OF[subject][field].map(enumName) });
  if (AUDIENCES.indexOf(editableBy) > AUDIENCES.indexOf(visibleTo))
    throw fault('editableBy', 'sees_less', { other: 'visibleTo' });
}

function checkIndexed({ type, isUnique, isSearchable, constraints }: DefinitionFields): void {
  if (isUnique && !['string', 'integer'].includes(type))
    throw fault('isUnique', 'for_types', { types: ['string', 'integer'] });
  if (isSearchable && type === 'json') throw fault('isSearchable', 'not_for_json');
  if ((isUnique || isSearchable) && (constraints.maxLength ?? 0) > INDEXED_MAX)
    throw fault('constraints.maxLength', 'indexed_length', { max: INDEXED_MAX });
}

function checkClaim({ subject, claim, scope }: DefinitionFields): void {
  if (claim !== null && subject !== 'user') throw fault('claim', 'for_users');
  if ((claim === null) !== (scope === null))
    throw fault(claim === null ? 'claim' : 'scope', 'together', { fields: ['claim', 'scope'] });
}
