import * as z from 'zod';
import { LIST_MEMBERS, type AuthorizationDetailsType, type LocalText } from '../kernel/authorization-details.ts';
import { lazy } from '../kernel/lazy.ts';
import { type Section, variable } from './variable.ts';

const TYPES_MAX = 100;

/** The longest configuration, in characters. */
const LENGTH_MAX = 65_536;

const text = z.string().min(1).max(200);

const localText: z.ZodType<LocalText> = z.union([
  text.transform((en) => ({ en })),
  z.object({ en: text }).catchall(text),
]);

const definition = z.strictObject({
  name: localText,
  /** The schema of each member besides `type` (JSON Schema), which may have a title in several languages. */
  members: z.record(z.string().min(1).max(100), z.looseObject({ title: localText.optional() })),
  required: z.array(z.string()).optional(),
});

type Schema = Readonly<Record<string, unknown>>;

/** RFC 9396 §2.2: what the members are that all types may have. */
const COMMON: Readonly<Record<string, Schema>> = {
  ...Object.fromEntries(LIST_MEMBERS.map((name) => [name, { type: 'array', minItems: 1, items: { type: 'string' } }])),
  identifier: { type: 'string' },
};

const common = lazy(() => z.fromJSONSchema({ type: 'object', properties: COMMON }));

/** Keywords that say what a value is. Without one of them, the others would count for nothing. */
const KINDS = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref'];

const isSchema = (json: unknown): json is Schema => typeof json === 'object' && json !== null && !Array.isArray(json);

/** Whether the schema, and each in it, says what its value is. */
function isClear(schema: unknown): boolean {
  if (!isSchema(schema)) return typeof schema === 'boolean';
  const { properties = {}, items = true, additionalProperties = true } = schema;
  return (
    KINDS.some((name) => name in schema) &&
    isSchema(properties) &&
    [...Object.values(properties), items, additionalProperties].every(isClear)
  );
}

/** The schema of a member, with what all types have in common of it. */
function schemaOf(member: string, { title: _title, ...schema }: Schema): Schema {
  const { items, ...rest } = COMMON[member] ?? {};
  const both = [items, schema['items']].filter(isSchema);
  return { ...rest, ...schema, ...(both.length > 0 && { items: Object.assign({}, ...both) as Schema }) };
}

const type = definition.transform(({ name, members, required = [] }, context): AuthorizationDetailsType => {
  const properties = Object.fromEntries(
    Object.entries(members).map(([member, each]) => [member, schemaOf(member, each)]),
  );
  const titles = Object.fromEntries(
    Object.entries(members).flatMap(([member, { title }]) => (title ? [[member, title]] : [])),
  );
  const all = { type: 'object', properties, required, additionalProperties: false };
  const isKnown = required.every((member) => Object.hasOwn(members, member));
  try {
    if (!isKnown || Object.hasOwn(members, 'type') || !isClear(all)) throw new Error('The members are not clear.');
    const schema = z.fromJSONSchema(all as z.core.JSONSchema.JSONSchema);
    // Whatever the schema says: which details are a part of others is only clear of lists of texts.
    const accepts = (given: object) => schema.safeParse(given).success && common().safeParse(given).success;
    return { name, titles, accepts };
  } catch {
    context.addIssue('The members have no JSON Schema that says what each is.');
    return z.NEVER;
  }
});

const types: z.ZodType<ReadonlyMap<string, AuthorizationDetailsType>> = z
  .string()
  .max(LENGTH_MAX)
  .transform((json, context): unknown => {
    try {
      return JSON.parse(json);
    } catch {
      context.addIssue('It is no JSON.');
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string().regex(/^[!#-[\]-~]{1,200}$/), type))
  .transform((all) => new Map(Object.entries(all)))
  .refine(({ size }) => size <= TYPES_MAX);

/** What applications may ask for in detail. */
export const authorizationDetails = {
  title: 'Authorization details',
  variables: {
    types: variable('AUTHORIZATION_DETAILS_TYPES', types, {
      about:
        'What applications may ask for in detail (RFC 9396), by type: its `name`, which users see, its `members` with the JSON ' +
        'Schema of each, and which of them are `required`. The members of the RFC (`actions`, `locations`, `datatypes`, `privileges`: lists of ' +
        'texts, `identifier`: a text) need none. Names and the `title` of a member are a text, or an object with one for ' +
        'each language. The metadata has the types as `authorization_details_types_supported`; a client is registered for those that it uses.',
      format: `a JSON object of types, such as {"payment":{"name":{"en":"Payment","de":"Zahlung"},"members":{"actions":{},"amount":{"type":"string"}},"required":["amount"]}}`,
      fallback: '{}',
    }),
  },
} satisfies Section;
