import { epochSeconds } from '../../kernel/clock.ts';
import type { UserScope } from '../../modules/clients/index.ts';
import type { UserinfoRow } from './userinfo.sql.ts';

type ClaimsOf = (user: UserinfoRow) => Readonly<Record<string, unknown>>;

/** The claims each scope brings (OIDC Core §5.4); one that the user has no value for is undefined, and so left out. */
const CLAIMS: Partial<Record<UserScope, ClaimsOf>> = {
  profile: (user) => ({
    name: user.name,
    given_name: user.givenName ?? undefined,
    family_name: user.familyName ?? undefined,
    preferred_username: user.username ?? undefined,
    picture: user.picture ?? undefined,
    updated_at: epochSeconds(user.updatedAt),
  }),
  email: (user) => ({ email: user.email, email_verified: user.emailVerified }),
  phone: (user) =>
    user.phoneNumber === null ? {} : { phone_number: user.phoneNumber, phone_number_verified: user.phoneVerified },
};

/** What the scopes tell of the user, to userinfo and to the ID tokens of clients that are registered so. */
export const scopeClaims = (user: UserinfoRow, scopes: readonly string[]): object =>
  Object.assign({}, ...scopes.map((scope) => CLAIMS[scope as UserScope]?.(user))) as object;

/** What userinfo answers: `sub`, the groups whatever the scopes, and what the scopes allow. */
export const claimsOf = (user: UserinfoRow, scopes: readonly string[]): object => ({
  sub: user.id,
  groups: user.groups.sort(),
  ...scopeClaims(user, scopes),
});
