import { initGraphQLTada, type DocumentDecoration } from 'gql.tada';
import type { introspection } from './introspection.ts';

/** An operation, typed by its data and its variables. It is a `DocumentNode`, so other GraphQL clients take it too. */
export type Document<Data, Variables> = DocumentDecoration<Data, Variables>;

/**
 * Makes a document from its text, and takes the types of its data and variables from the schema. Fragments that it uses
 * are given as a list: `graphql('query { … ...Name }', [NAME])`.
 */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: { Date: string; DateTimeISO: string; JSONObject: Record<string, unknown> };
}>();

/** The type of an enum, a scalar or an input of the schema: `TypeOf<'CreateUserInput'>`. */
export type TypeOf<Name extends keyof introspection['types']> = ReturnType<typeof graphql.scalar<Name>>;
