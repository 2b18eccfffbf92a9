import { epochSeconds } from '../../../ground/kernel/clock.ts';
import type { ClientRegistration } from '../../../modules/clients/index.ts';
import type { UserinfoRow } from '../../../modules/grants/index.ts';
import { USER_CLAIMS } from '../../../modules/users/index.ts';
import type { UserTokenClaims } from '../tokens/access-token.ts';

/** The claims of each scope, with the fields that they tell. */
const CLAIMS: ReadonlyMap<string, typeof USER_CLAIMS> = Map.groupBy(USER_CLAIMS, ({ scope }) => scope);

/**
 * The claims that a client gets by name (OIDC Core §5.5), as long as it is registered for the scopes that hold them. They
 * belong to the scope `openid`: a token without it gives none.
 */
function namedClaims(user: UserinfoRow, names: readonly string[]): object {
  if (names.length === 0) return {};
  const { groups, clientScopes } = user;
  const all = {
    ...scopeClaims(user, clientScopes),
    ...(clientScopes.includes('groups') && { groups: groups.toSorted() }),
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}

/** The claims of the scopes, for userinfo and for the ID tokens of clients with `id_token_claims`. */
function scopeClaims(user: UserinfoRow, scopes: readonly string[]): object {
  const claims = attributesOf(user, scopes);
  for (const scope of scopes)
    for (const { name, field, of } of CLAIMS.get(scope) ?? [])
      claims[name] = user[of] === null ? undefined : valueOf(user[field]);
  // No attribute of this name stands for it.
  if (scopes.includes('organization')) claims['organization'] = user.organization ?? undefined;
  return claims;
}

/** A claim without a value is undefined, and so omitted. */
const valueOf = (value: string | boolean | Date | null) =>
  value instanceof Date ? epochSeconds(value) : (value ?? undefined);

const ADDRESS = 'address.';

/** The claims that attributes become. Those of the address are members of one claim (OIDC Core §5.1.1). */
function attributesOf({ attributes }: UserinfoRow, scopes: readonly string[]): Record<string, unknown> {
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

/** The answer of userinfo to a user's token with these claims; null if it has not, or no longer, the scope `openid`. */
export function userinfoFor(token: UserTokenClaims, user: UserinfoRow): object | null {
  const scopes = token.scope.split(' ').filter((scope) => user.clientScopes.includes(scope));
  if (!scopes.includes('openid')) return null;
  const { shown, act } = token;
  return { ...claimsOf(user, scopes), ...(shown && { sub: shown.sub }), ...(act && { act }) };
}

/** The claims of ID tokens: those of the scopes, if the client is registered for that, and those requested by name. */
export const idTokenClaimsOf = (
  { idTokenClaims }: Pick<ClientRegistration, 'idTokenClaims'>,
  names: readonly string[],
  user: UserinfoRow,
  scopes: readonly string[],
): { readonly groups?: readonly string[] } => ({
  ...namedClaims(user, names),
  ...(idTokenClaims && scopeClaims(user, scopes)),
});

/** What userinfo tells: `sub`, the groups whatever the scopes, the claims of the scopes and those requested by name. */
const claimsOf = (user: UserinfoRow, scopes: readonly string[]): object => ({
  sub: user.id,
  groups: user.groups.toSorted(),
  ...namedClaims(user, user.claims),
  ...scopeClaims(user, scopes),
});
