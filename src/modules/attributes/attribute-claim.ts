import { fault } from '../../ground/kernel/errors.ts';
import type { UserClaim } from '../users/index.ts';

/** The most characters of a claim's name. */
export const CLAIM_MAX = 255;
export const CLAIM_PATTERN = String.raw`[\x21\x23-\x5b\x5d-\x7e]+`;
const CLAIM = new RegExp(`^${CLAIM_PATTERN}$`, 'v');

/** The claims of every user. */
const OF_USERS: Readonly<Record<UserClaim, true>> = {
  email: true,
  email_verified: true,
  preferred_username: true,
  name: true,
  given_name: true,
  family_name: true,
  picture: true,
  phone_number: true,
  phone_number_verified: true,
  updated_at: true,
};

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
  ...Object.keys(OF_USERS),
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
