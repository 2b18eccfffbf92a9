import type { TypeOf } from '../../graph/graphql.ts';
import { named, t } from '../../messages/index.ts';
import { asDraft, asValue } from '../../parts/attributes.tsx';
import type { Draft, Field } from '../../parts/fields.tsx';

export type Subject = TypeOf<'AttributeSubject'>;
export type Type = TypeOf<'AttributeType'>;

export const SUBJECTS: readonly Subject[] = ['USER', 'GROUP', 'CLIENT'];
export const TYPES: readonly Type[] = ['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'DATE', 'MOMENT', 'ENUM', 'JSON'];
const AUDIENCES = ['ADMINISTRATORS', 'OWNER', 'MEMBERS'] as const;
const SCOPES = ['PROFILE', 'EMAIL', 'PHONE', 'ADDRESS', 'GROUPS', 'OPENID'] as const;

/** What cannot be changed later. */
export interface Kind {
  readonly subject: Subject;
  readonly type: Type;
  readonly isList: boolean;
  /** Whether it is a claim of OpenID Connect, which keeps its constraints and claim. */
  readonly isStandard: boolean;
}

/** The constraints that values of a kind can have. */
function constraintsOf({ type, isList }: Kind): string[] {
  const own: Partial<Record<Type, string[]>> = {
    STRING: ['minLength', 'maxLength', 'pattern'],
    JSON: ['maxLength'],
    ENUM: ['values'],
    NUMBER: ['minimum', 'maximum'],
    INTEGER: ['minimum', 'maximum'],
    DATE: ['minimum', 'maximum'],
    MOMENT: ['minimum', 'maximum'],
  };
  return [...(own[type] ?? []), ...(isList ? ['maxItems'] : [])];
}

const choiceOf = (name: string, label: string, values: readonly (readonly [string, string])[]): Field => ({
  name,
  label,
  kind: 'choice',
  choices: values.map(([value, text]) => ({ value, label: text })),
});

/** Who sees or changes values of objects of this kind. */
export const audienceText = (audience: (typeof AUDIENCES)[number], subject: Subject): string =>
  named('audience', audience === 'OWNER' && subject === 'CLIENT' ? 'CLIENT_OWNER' : audience);

const audienceOf = (name: string, subject: Subject): Field =>
  choiceOf(
    name,
    named('attribute', name),
    AUDIENCES.filter((each) => each !== 'OWNER' || subject !== 'GROUP').map((each) => [
      each,
      audienceText(each, subject),
    ]),
  );

function defaultOf({ type, isList }: Kind): Field {
  const usual = { name: 'defaultValue', label: t('attribute.defaultValue'), help: t('attribute.defaultValueHelp') };
  if (isList && type !== 'JSON') return { ...usual, kind: 'lines', help: t('form.lines') };
  if (type === 'BOOLEAN') {
    const values = [
      ['', '–'],
      ['true', t('yes')],
      ['false', t('no')],
    ] as const;
    return { ...choiceOf(usual.name, usual.label, values), help: usual.help };
  }
  return { ...usual, kind: type === 'JSON' ? 'area' : 'text' };
}

/** What can be said of an attribute of a kind, at any time. */
export function attributeFields(kind: Kind): Field[] {
  const { subject, isStandard } = kind;
  const constraints = constraintsOf(kind).map((name): Field => ({
    name,
    label: named('attribute', name),
    kind: name === 'values' ? 'lines' : 'text',
  }));
  const claim: Field[] = [
    { name: 'claim', label: t('attribute.claim'), help: t('attribute.claimHelp'), kind: 'text' },
    choiceOf('scope', t('attribute.scope'), [['', '–'], ...SCOPES.map((each) => [each, each.toLowerCase()] as const)]),
  ];
  return [
    { name: 'description', label: t('attribute.description'), kind: 'area' },
    audienceOf('visibleTo', subject),
    audienceOf('editableBy', subject),
    { name: 'isRequired', label: t('attribute.isRequired'), help: t('attribute.isRequiredHelp'), kind: 'switch' },
    { name: 'isUnique', label: t('attribute.isUnique'), kind: 'switch' },
    { name: 'isSearchable', label: t('attribute.isSearchable'), help: t('attribute.isSearchableHelp'), kind: 'switch' },
    ...(isStandard ? [] : [...constraints, defaultOf(kind), ...(subject === 'USER' ? claim : [])]),
  ];
}

const NUMBERS = ['minLength', 'maxLength', 'maxItems'];

/** A limit as the schema takes it. A text that is no number is sent as it is, and the server says what is wrong. */
function limitOf(name: string, value: unknown, type: Type): unknown {
  if (NUMBERS.includes(name)) return asValue(value, { type: 'INTEGER' });
  return name === 'minimum' || name === 'maximum' ? asValue(value, { type }) : value;
}

/** The input of the schema, from what the form says. `initial` has the constraints that stay. */
export function inputOf(changes: Draft, kind: Kind, initial: Draft = {}): Record<string, unknown> {
  const fields = new Set(attributeFields(kind).map(({ name }) => name));
  const limits = constraintsOf(kind);
  const given = Object.entries(changes).filter(([name]) => fields.has(name));
  const plain = given.filter(([name]) => !limits.includes(name));
  const input = Object.fromEntries(
    plain.map(([name, value]) => [name, name === 'defaultValue' && value !== null ? asValue(value, kind) : value]),
  );
  if (plain.length === given.length) return input;
  const all = limits
    .map((name) => [name, name in changes ? changes[name] : initial[name]] as const)
    .filter(([, value]) => (value ?? '') !== '' && !(Array.isArray(value) && value.length === 0));
  const constraints = Object.fromEntries(all.map(([name, value]) => [name, limitOf(name, value, kind.type)]));
  return { ...input, constraints };
}

interface Stored extends Kind {
  readonly constraints: object;
  readonly defaultValue: unknown;
}

/** What the form of a stored attribute begins with. */
export function draftOf({ constraints, defaultValue, ...stored }: Stored): Draft {
  const limits = Object.entries(constraints).filter(([name, value]) => name !== '__typename' && value !== null);
  return {
    ...stored,
    ...Object.fromEntries(limits.map(([name, value]) => [name, Array.isArray(value) ? value : String(value)])),
    ...((defaultValue ?? null) !== null && { defaultValue: asDraft(defaultValue, stored) }),
  };
}
