import { initGraphQLTada, type ResultOf } from 'gql.tada';
import type { introspection } from '../../../clients/typescript/src/introspection.ts';

export type { ResultOf };

/**
 * Makes a document from its text, typed by the schema. The build replaces every call with the id of the document, by which
 * the server knows it (`scripts/console-documents.mjs`).
 */
export const graphql = /* @__PURE__ */ initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: { DateTimeISO: string; Date: string; JSON: unknown; JSONObject: Record<string, unknown> };
}>();

/** The type of an enum or an input of the schema: `TypeOf<'UserWhere'>`. */
export type TypeOf<Name extends keyof introspection['types']> = ReturnType<typeof graphql.scalar<Name>>;
