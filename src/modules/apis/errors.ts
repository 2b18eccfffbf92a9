import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  API_NOT_FOUND: ['not_found', 'The API does not exist.'],
  API_IDENTIFIER_TAKEN: ['conflict', 'An API with this identifier already exists.'],
  OWN_API: ['forbidden', 'The API is Guildhall itself. Nobody can change it.'],
  API_IN_USE: ['conflict', 'The API is in use. Confirm by its identifier that this ends.'],
  TOO_MANY_APIS: ['conflict', 'There is the maximum number of APIs. Delete one first.'],
  API_SCOPE_NOT_FOUND: ['not_found', 'The scope does not exist.'],
  UNKNOWN_API_SCOPE: ['invalid', 'The input names a scope that no API has.'],
  API_SCOPE_NAME_TAKEN: ['conflict', 'The API has a scope with this name already.'],
  API_SCOPE_IN_USE: ['conflict', 'The scope is in use. Confirm by its name that this ends.'],
  TOO_MANY_API_SCOPES: ['conflict', 'The API has the maximum number of scopes. Remove one first.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why an API or one of its scopes is not found, created or changed. */
export const apiErrors = errors('apis', codes);
