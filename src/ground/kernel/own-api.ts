import { SCOPES, type Scope } from './access.ts';

/**
 * The id of Guildhall itself among the APIs. Migration 0021 makes its row, which belongs to no customer. Ids of other APIs are
 * later ones, so it is the first of every list by id.
 */
export const OWN_API_ID = '00000000-0000-7000-8000-000000000001';

/** The ids of its scopes. */
export const OWN_SCOPE_IDS: Readonly<Record<Scope, string>> = {
  read: '00000000-0000-7000-8000-000000000002',
  write: '00000000-0000-7000-8000-000000000003',
  admin: '00000000-0000-7000-8000-000000000004',
};

/** The id of the API of a scope, as far as the scope's id tells. */
export const ownApiOf = (scopeId: string): string | undefined =>
  SCOPES.some((scope) => OWN_SCOPE_IDS[scope] === scopeId.toLowerCase()) ? OWN_API_ID : undefined;
