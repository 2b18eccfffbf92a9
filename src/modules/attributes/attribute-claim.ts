import { fault } from '../../kernel/errors.ts';

/** The most characters of a claim's name. */
export const CLAIM_MAX = 255;
export const CLAIM_PATTERN = String.raw`[\x21\x23-\x5b\x5d-\x7e]+`;
const CLAIM = new RegExp(`^${CLAIM_PATTERN}$`, 'v');

/** Claims that tokens and userinfo have from elsewhere, or that RFC 7519 and its like give a meaning of their own. */
const RESERVED: ReadonlySet<string> = new Set([
  'iss',
  'sub',
  'aud',
  'exp',
  'nbf',
  'iat',
  'jti',
  'auth_time',
  'nonce',
  'at_hash',
  'c_hash',
  's_hash',
  'amr',
  'acr',
  'azp',
  'sid',
  'scope',
  'client_id',
  'username',
  'authorization_details',
  // Of access tokens alone.
  'customer_id',
  'gid',
  'sector',
  'origin_jti',
  'cnf',
  'act',
  'may_act',
  'events',
  'txn',
  'toe',
  'typ',
  'active',
  'token_type',
  'name',
  'given_name',
  'family_name',
  'preferred_username',
  'picture',
  'updated_at',
  'email',
  'email_verified',
  'phone_number',
  'phone_number_verified',
  'groups',
  'organization',
  'address',
  '_claim_names',
  '_claim_sources',
  '__proto__',
]);

/** Checks the name of a claim. Names of applications' own may be addresses. */
export function readClaim(field: string, claim: string, { isStandard }: { readonly isStandard: boolean }): string {
  if (claim.length > CLAIM_MAX || !CLAIM.test(claim)) throw fault(field, 'claim_name', { max: CLAIM_MAX });
  if (RESERVED.has(claim) || (!isStandard && claim.startsWith('address.'))) throw fault(field, 'claim_reserved');
  return claim;
}
