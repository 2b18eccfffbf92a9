import type { Runtime } from '../../../../ground/kernel/runtime.ts';
import { isStorable } from '../../../../ground/kernel/text.ts';
import { claimsNamed, type AddedClaim } from '../../../../modules/attributes/index.ts';
import type { LoginClient } from '../../../../modules/logins/index.ts';
import { USER_CLAIMS } from '../../../../modules/users/index.ts';
import type { Attempt } from './attempt.ts';
import type { Parameters } from './parameters.ts';
import { grantedScopes } from './checks/scope.check.ts';
import { wantedClaims, type KnownClaim, type WantedClaims } from './claims.ts';

/** The claims of every user and the scopes that hold them. The others are attributes. */
const SCOPE_OF: ReadonlyMap<string, string> = new Map([
  ...USER_CLAIMS.map(({ name, scope }) => [name, scope] as const),
  ['groups', 'groups'],
  ['organization', 'organization'],
]);

/** What `claims` requests, and which of the requested claims there are. Names of attributes take a query, others none. */
export async function requestedClaims(
  runtime: Runtime,
  parameters: Parameters,
  client: LoginClient,
): Promise<{ readonly wanted: WantedClaims | null; readonly knownClaims: readonly KnownClaim[] }> {
  const wanted = wantedClaims(parameters);
  const names = [...new Set([...(wanted?.userinfo ?? []), ...(wanted?.idToken ?? [])])];
  const [own, others] = [names.filter(isOfUsers), names.filter(isOfCustomer)];
  // An attribute that users may not see of themselves is only for confidential clients of the customer.
  const isTrusted = client.type === 'confidential' && client.registeredBy === null;
  const attributes = others.length > 0 ? await claimsNamed(runtime.fork(), client.customerId, others, isTrusted) : [];
  const known = own.map((claim) => ({ claim, scope: SCOPE_OF.get(claim)!, title: null }));
  return { wanted, knownClaims: [...known, ...attributes] };
}

/** Whether an attribute may have the name. Nothing that cannot be stored is one. */
const isOfCustomer = (name: string): boolean => !isOfUsers(name) && !OF_LOGIN.has(name) && isStorable(name);

const isOfUsers = (name: string): boolean => SCOPE_OF.has(name);

/** Claims that every ID token has. */
const OF_LOGIN: ReadonlySet<string> = new Set(['sub', 'acr', 'amr', 'auth_time', 'sid']);

/** The claims that were added to the granted scopes since the user allowed these. */
export function claimsAddedSince(
  attempt: Pick<Attempt, 'consent' | 'parameters' | 'client' | 'session'>,
): readonly AddedClaim[] {
  const added = attempt.consent?.added ?? [];
  if (added.length === 0) return added;
  const scopes = grantedScopes(attempt);
  return added.filter(({ scope }) => scopes.includes(scope));
}

/**
 * The claims that the client gets by name: of the scopes that it is registered for, whether it requests these scopes or not.
 * `beyond` are those that the granted scopes do not hold. They need the user's consent where scopes need it.
 */
export function grantedClaims(attempt: Pick<Attempt, 'wanted' | 'knownClaims' | 'parameters' | 'client' | 'session'>): {
  readonly beyond: readonly KnownClaim[];
  readonly idToken: readonly string[];
} {
  const { wanted, knownClaims, client } = attempt;
  if (knownClaims.length === 0) return { beyond: [], idToken: [] };
  const scopes = grantedScopes(attempt);
  // OpenID Connect Core §5.5: claims are for requests with this scope.
  const allowed = scopes.includes('openid') ? knownClaims.filter(({ scope }) => client.scopes.includes(scope)) : [];
  return {
    beyond: allowed.filter(({ scope }) => !scopes.includes(scope)),
    idToken: allowed.map(({ claim }) => claim).filter((claim) => wanted?.idToken.includes(claim)),
  };
}
