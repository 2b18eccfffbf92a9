import { epochSeconds } from '../../kernel/clock.ts';
import type { UserScope } from '../../kernel/access.ts';
import type { UserinfoRow } from '../../modules/grants/index.ts';

type ClaimsOf = (user: UserinfoRow) => Readonly<Record<string, unknown>>;

/** The claims of each scope (OIDC Core §5.4). A claim without a value is undefined, and so omitted. */
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
  // No attribute of this name stands for it.
  organization: ({ organization }) => ({ organization: organization ?? undefined }),
};

/**
 * The claims that a client gets by name (OIDC Core §5.5), as long as it is registered for the scopes that hold them. They
 * belong to the scope `openid`: a token without it gives none.
 */
export function namedClaims(user: UserinfoRow, names: readonly string[]): object {
  if (names.length === 0) return {};
  const { groups, clientScopes } = user;
  const all = {
    ...scopeClaims(user, clientScopes),
    ...(clientScopes.includes('groups') && { groups: groups.toSorted() }),
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}

/** The claims of the scopes, for userinfo and for the ID tokens of clients with `id_token_claims`. */
export const scopeClaims = (user: UserinfoRow, scopes: readonly string[]): object =>
  Object.assign(attributesOf(user, scopes), ...scopes.map((scope) => CLAIMS[scope as UserScope]?.(user))) as object;

const ADDRESS = 'address.';

/** The claims that attributes become. Those of the address are members of one claim (OIDC Core §5.1.1). */
function attributesOf({ attributes }: UserinfoRow, scopes: readonly string[]): object {
  if (!attributes) return {};
  const granted = attributes.filter(({ scope }) => scopes.includes(scope));
  const [parts, claims] = [granted.filter(isPart), granted.filter((each) => !isPart(each))];
  const address = parts.map(({ claim, value }) => [claim.slice(ADDRESS.length), value]);
  return {
    ...Object.fromEntries(claims.map(({ claim, value }) => [claim, value])),
    ...(parts.length > 0 && { address: Object.fromEntries(address) as object }),
  };
}

const isPart = ({ claim }: { readonly claim: string }): boolean => claim.startsWith(ADDRESS);

/** The answer of userinfo: `sub`, the groups whatever the scopes, the claims of the scopes and those requested by name. */
export const claimsOf = (user: UserinfoRow, scopes: readonly string[]): object => ({
  sub: user.id,
  groups: user.groups.toSorted(),
  ...namedClaims(user, user.claims),
  ...scopeClaims(user, scopes),
});
