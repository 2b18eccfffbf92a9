import * as z from 'zod';
import type { AuthorizationDetailsType, JsonSchema, LocalText } from '../kernel/authorization-details.ts';
import { COMMON, readerOf } from '../kernel/authorization-details-schema.ts';
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

/** Keywords that say what a value is. Without one of them, the others would count for nothing. */
const KINDS = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref'];

const isSchema = (json: unknown): json is JsonSchema =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

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
function schemaOf(member: string, { title: _title, ...schema }: JsonSchema): JsonSchema {
  const { items, ...rest } = COMMON[member] ?? {};
  const both = [items, schema['items']].filter(isSchema);
  return { ...rest, ...schema, ...(both.length > 0 && { items: Object.assign({}, ...both) as JsonSchema }) };
}

const type = definition.transform(({ name, members, required = [] }, context): AuthorizationDetailsType => {
  const properties = Object.fromEntries(
    Object.entries(members).map(([member, each]) => [member, schemaOf(member, each)]),
  );
  const titles = Object.fromEntries(
    Object.entries(members).flatMap(([member, { title }]) => (title ? [[member, title]] : [])),
  );
  const schema = { type: 'object', properties, required, additionalProperties: false };
  const isKnown = required.every((member) => Object.hasOwn(members, member));
  try {
    if (!isKnown || Object.hasOwn(members, 'type') || !isClear(schema)) throw new Error('The members are not clear.');
    readerOf(schema);
    return { name, titles, schema };
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
