/**
 * Clients that register themselves (RFC 7591), and manage their registrations (RFC 7592). Owns the initial access tokens of
 * administrators, which say what may be registered, and the registration access tokens of the clients. Reads the documents of
 * clients that describe themselves at an address, which is their id. The oauth door calls
 * it for clients, GraphQL for administrators. `clients` makes, changes and deletes the clients, as it does for everybody.
 */
export { clientMayAct, isAllowedClient, mayAct } from './client-standing.ts';
export { isDocumentAddress } from './document-address.ts';
export { MetadataDocuments } from './metadata-documents.ts';
export { isAtNamedHost } from './named-host.ts';
export { metadataOf } from './registration-metadata.ts';
export { openRegistration, registerClient, type RegisteredClient } from './registration.service.ts';
