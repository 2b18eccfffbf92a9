/**
 * A client for Guildhall's GraphQL. `graphql` makes documents that are typed by the schema, `Guildhall` runs them, and
 * `clientCredentials` gets tokens for a service account. It needs only `fetch`, so it runs in Node.js and in browsers.
 */
export type { ResultOf, VariablesOf } from 'gql.tada';
export { Guildhall, type Options, type RequestOptions } from './client.ts';
export { graphql, type Document, type TypeOf } from './documents.ts';
export { GuildhallError, UnexpectedAnswer, type ErrorCode, type ErrorKind, type Fault } from './errors.ts';
export { idOf, manifestOf } from './manifest.ts';
export { clientCredentials, type ClientCredentials, type Token } from './token.ts';
