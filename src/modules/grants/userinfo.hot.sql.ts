import { lookup } from '../../ground/kernel/database.ts';
import { columnsOf, type Selected } from '../../ground/kernel/entity.ts';
import { effectiveGroupNames } from '../access/index.ts';
import { attributeClaims, type AttributeClaim } from '../attributes/index.ts';
import type { SigningAlgorithm } from '../keys/index.ts';
import { fieldsHaving, User } from '../users/index.ts';
import { standingOf, type ClientStanding } from './client-standing.hot.sql.ts';
import { actingFor, type ActingFor } from './redeemed-grant.hot.sql.ts';
import { PROOF_PARTS, spendingProof, type ProofUse, type SpentProof } from './used-proof.hot.sql.ts';
import { GRANT_PARTS, grantIsValid, grantWithUserAndClient, isGrantOf, type GrantPart } from './valid-grant.hot.sql.ts';

const OF_USER = ['id', ...fieldsHaving('claim')] as const;

/** What userinfo tells about a user, and needs to know about the client. */
export interface UserinfoRow extends Selected<User, (typeof OF_USER)[number]>, ClientStanding {
  readonly groups: readonly string[];
  /** The organization that the user acts for, if any. */
  readonly organization: ActingFor | null;
  /** Of every scope. Null if there are none. */
  readonly attributes: readonly AttributeClaim[] | null;
  /** The claims that the client gets by name, beyond the scopes. */
  readonly claims: readonly string[];
  readonly clientScopes: readonly string[];
  readonly redirectUris: readonly string[];
  /** The algorithm that the client wants the answer signed with; null for plain JSON. */
  readonly signedResponseAlg: SigningAlgorithm | null;
}

/** The columns of a UserinfoRow, of grant `g` with its user `u` and its client `c`. */
export const userinfoColumns = (): string =>
  `${columnsOf(User, 'u', OF_USER)}, ${effectiveGroupNames('u.id')} as groups, ${actingFor} as organization, ${attributeClaims} as attributes, g.claims, c.scopes as "clientScopes",
     c.redirect_uris as "redirectUris", c.userinfo_signed_response_alg as "signedResponseAlg", ${standingOf('c')}`;

/** Hot path: userinfo reads the user of a grant that still exists. */
export const userinfo = lookup<UserinfoRow, GrantPart>('grants.userinfo', GRANT_PARTS, userOfGrant);

/** Hot path: the same with a proof of possession, which it redeems. */
export const userinfoWithProof = lookup<UserinfoRow & ProofUse, GrantPart | keyof SpentProof>(
  'grants.userinfo-with-proof',
  { ...GRANT_PARTS, ...PROOF_PARTS },
  userOfGrant,
  spendingProof,
);

function userOfGrant({ grantId, userId, sessionId }: Readonly<Record<GrantPart, string>>): string {
  return `select ${userinfoColumns()}
     from ${grantWithUserAndClient} where ${isGrantOf(grantId, userId, sessionId)} and ${grantIsValid}`;
}
