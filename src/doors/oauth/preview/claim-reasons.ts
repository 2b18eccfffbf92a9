import type { ClaimMapping } from '../../../modules/attributes/index.ts';
import type { ApiFacts } from '../../../modules/access/index.ts';
import type { ClientRegistration } from '../../../modules/clients/index.ts';
import type { ClaimReason } from '../../../modules/previews/index.ts';
import { USER_CLAIMS } from '../../../modules/users/index.ts';
import { always, because, ofLogin, ofRequest, row, type ClaimRow } from './claim-rows.ts';

/** What decides which claims there are. */
export interface Circumstances {
  readonly client: ClientRegistration;
  readonly asked: readonly string[];
  readonly granted: readonly string[];
  readonly api: ApiFacts | undefined;
  readonly mappings: readonly ClaimMapping[];
}

/** Why the scope gives nothing; nothing if it is granted. */
function withoutScope({ client, asked, granted }: Circumstances, scope: string): ClaimReason[] {
  if (granted.includes(scope)) return [];
  if (!client.scopes.includes(scope)) return [because('scope_not_allowed', scope)];
  return [because(asked.includes(scope) ? 'scope_not_granted' : 'scope_not_asked', scope)];
}

const byScope = (of: Circumstances, name: string, scope: string, more: readonly ClaimReason[] = []): ClaimRow =>
  row(name, [because('scope', scope)], [...withoutScope(of, scope), ...more]);

// Without the scope, nobody asks for which one the user acts.
const organization = (of: Circumstances): ClaimRow =>
  byScope(of, 'organization', 'organization', of.granted.includes('organization') ? [because('no_organization')] : []);

/** The claims of the user's own fields and attributes. */
function ofUser(of: Circumstances): ClaimRow[] {
  const isTrusted = of.client.ownerId === null && of.client.type === 'confidential';
  const fields = USER_CLAIMS.map(({ name, scope }) => byScope(of, name, scope));
  // The parts of an address are members of one claim (OIDC Core §5.1.1).
  const claims = Map.groupBy(of.mappings, ({ claim }) => (claim.startsWith('address.') ? 'address' : claim));
  const attributes = [...claims].map(([claim, parts]): ClaimRow => {
    const { scope } = parts[0]!;
    const { there, missing } = byScope(of, claim, scope);
    const isHidden = !isTrusted && parts.every((part) => part.isHidden);
    const named = parts.map(({ name }) => because('attribute', name));
    return row(claim, [...there, ...named], isHidden ? [...missing, because('hidden_from_client')] : missing);
  });
  return [...fields, ...attributes];
}

const subject = ({ client }: Circumstances): ClaimRow =>
  row('sub', [because('always'), ...(client.sector === null ? [] : [because('client_setting', 'subjectType')])]);

/** What ID tokens can have. */
export function idTokenRows(of: Circumstances): ClaimRow[] {
  const { idTokenClaims } = of.client;
  const setting = because(idTokenClaims ? 'client_setting' : 'client_setting_off', 'idTokenClaims');
  return [
    ...always('iss', 'aud', 'iat', 'exp'),
    subject(of),
    ...ofLogin('auth_time', 'amr', 'acr', 'sid'),
    byScope(of, 'groups', 'groups', of.granted.includes('groups') ? [because('too_long')] : []),
    organization(of),
    ...ofUser(of).map(({ name, there, missing }) =>
      row(name, [...there, setting], idTokenClaims ? missing : [...missing.filter(isNoValue), setting]),
    ),
    ...ofRequest('nonce', 'at_hash'),
  ];
}

/** Without the client's setting, a missing value is not what is missing first. */
const isNoValue = ({ kind }: ClaimReason): boolean => kind !== 'no_value';

/** What access tokens can have. */
export function accessTokenRows(of: Circumstances): ClaimRow[] {
  const { api, client } = of;
  const told = (name: string, setting: 'tellsRoles' | 'tellsGroups' | 'tellsEntitlements'): ClaimRow =>
    row(name, [because('api_setting', setting)], [api ? because('api_setting_off', setting) : because('no_api')]);
  const isBound = client.dpopBoundAccessTokens || client.tlsClientCertificateBoundAccessTokens;
  return [
    ...always('iss', 'aud', 'client_id', 'customer_id', 'scope', 'jti', 'iat', 'exp', 'gid'),
    subject(of),
    ...(client.sector === null ? [] : [row('sector', [because('client_setting', 'subjectType')])]),
    ...ofLogin('sid', 'auth_time'),
    organization(of),
    told('roles', 'tellsRoles'),
    told('groups', 'tellsGroups'),
    told('entitlements', 'tellsEntitlements'),
    ...(isBound ? ofRequest('cnf') : []),
  ];
}

/** What userinfo can tell. */
export function userinfoRows(of: Circumstances, isSigned: boolean): ClaimRow[] {
  const setting = because('client_setting', 'userinfoSignedResponseAlg');
  return [
    ...(isSigned ? [row('iss', [setting]), row('aud', [setting])] : []),
    subject(of),
    ...always('groups'),
    organization(of),
    ...ofUser(of),
  ];
}
