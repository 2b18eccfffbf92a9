import { lookup } from '../../kernel/database.ts';
import type { SigningAlgorithm } from '../../modules/keys/index.ts';
import { groupNames, grantAndHolders, grantStands, isGrantOf } from '../../modules/grants/index.ts';

/** A user as userinfo tells of them. */
export interface UserinfoRow {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly username: string | null;
  readonly name: string;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly picture: string | null;
  readonly phoneNumber: string | null;
  readonly phoneVerified: boolean;
  readonly updatedAt: Date;
  readonly groups: string[];
  /** What the client is registered for by now. */
  readonly clientScopes: readonly string[];
  /** What the client wants the answer signed with; null for plain JSON. */
  readonly signedResponseAlg: SigningAlgorithm | null;
}

/** By grant, user and session: the user, as they are now, of a grant that still exists. */
export const userinfo = lookup<UserinfoRow>(
  'oauth.userinfo',
  ['uuid', 'uuid', 'uuid'],
  (
    grant,
    user,
    session,
  ) => `select u.id, u.email, u.email_verified as "emailVerified", u.username, u.name, u.given_name as "givenName",
     u.family_name as "familyName", u.picture, u.phone_number as "phoneNumber", u.phone_verified as "phoneVerified",
     u.updated_at as "updatedAt", c.scopes as "clientScopes",
     c.userinfo_signed_response_alg as "signedResponseAlg",
     ${groupNames('u.id')} as groups
   from ${grantAndHolders} where ${isGrantOf(grant, user, session)} and ${grantStands}`,
);
