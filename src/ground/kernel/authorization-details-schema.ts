import * as z from 'zod';
import { LIST_MEMBERS, type AuthorizationDetailsType, type JsonSchema } from './authorization-details.ts';
import { lazy } from './lazy.ts';

/** RFC 9396 §2.2: what the members are that all types may have. */
export const COMMON: Readonly<Record<string, JsonSchema>> = {
  ...Object.fromEntries(LIST_MEMBERS.map((name) => [name, { type: 'array', minItems: 1, items: { type: 'string' } }])),
  identifier: { type: 'string' },
};

const common = lazy(() => z.fromJSONSchema({ type: 'object', properties: COMMON }));

// A worker gets the types from its parent, which can send a schema and no function.
const readers = new WeakMap<JsonSchema, z.ZodType>();

/** What reads values of a schema. Throws if there is no such thing. */
export function readerOf(schema: JsonSchema): z.ZodType {
  let reader = readers.get(schema);
  if (!reader) readers.set(schema, (reader = z.fromJSONSchema(schema)));
  return reader;
}

/** Whether the members of a detail, besides `type`, are those of its type. */
export const areMembersOf = ({ schema }: AuthorizationDetailsType, members: object): boolean =>
  // Whatever the schema says: which details are a part of others is only clear of lists of texts.
  readerOf(schema).safeParse(members).success && common().safeParse(members).success;
