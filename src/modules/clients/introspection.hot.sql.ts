import type { ApiFacts } from '../access/index.ts';
import type { AuthorizationDetail } from '../../ground/kernel/authorization-details.ts';
import { byKey, lookup, sql } from '../../ground/kernel/database.ts';
import {
  type ClientStanding,
  ownerIsActive,
  actingFor,
  apisOfGrant,
  type ActingFor,
  joinSessionUserAndClient,
  grantWithUserAndClient,
  grantIsValid,
  isGrantOf,
  refreshable,
} from '../grants/index.ts';
import {
  apisOfItself,
  type ClientRegistration,
  notRevoked,
  registrationColumns,
} from './client-authentication.hot.sql.ts';
import { OF_CLIENTS } from './client-vocabulary.ts';

/** The client that asks, and what is known about the token's client: null if the token is not active. */
export interface Introspected extends ClientRegistration {
  readonly holderScopes: readonly string[] | null;
  readonly holderResources: readonly string[] | null;
  readonly holderDetailsTypes: readonly string[] | null;
  readonly holderSource: ClientStanding['source'] | null;
  readonly holderExpiresAt: Date | null;
  readonly holderOwnerIsActive: boolean | null;
}

/** The same with the APIs that the token may be for. */
export interface IntrospectedForApis extends Introspected {
  readonly holderApis: readonly ApiFacts[] | null;
}

/** The same with the token's user. */
export interface IntrospectedOfUser extends IntrospectedForApis {
  readonly email: string;
  /** The administrator who acts as the user; null for the user in person. */
  readonly impersonatorId: string | null;
  readonly organization: ActingFor | null;
}

/** The same for a refresh token, with what it grants. */
interface IntrospectedRefreshToken extends ClientRegistration {
  readonly holderScopes: readonly string[] | null;
  readonly email: string;
  readonly organization: ActingFor | null;
  readonly grantedScopes: readonly string[];
  readonly grantedApis: readonly ApiFacts[] | null;
  readonly grantedDetails: readonly AuthorizationDetail[];
  readonly userId: string;
  readonly sessionId: string;
  readonly dpopJkt: string | null;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

// `clients` is the client that asks. The token must belong to the same customer.
function askedBy(client: string, columns: string, from: string): string {
  return `select ${registrationColumns}, t.* from clients left join lateral (
     select ${columns} from ${from}
   ) t on true
   where clients.id = ${client}`;
}

// The client `c` of the token.
const HOLDER = `c.scopes as "holderScopes", c.resources as "holderResources", c.authorization_details_types as "holderDetailsTypes",
       c.source as "holderSource", c.expires_at as "holderExpiresAt", ${ownerIsActive('c')} as "holderOwnerIsActive"`;

/**
 * Hot path: the client `clientId` introspects an access token of a user. `api` is what the token is for, if that may be an API; or
 * no text.
 */
export const introspectUserToken = lookup<IntrospectedOfUser, 'clientId' | 'grantId' | 'userId' | 'sessionId' | 'api'>(
  'clients.introspect-user-token',
  { clientId: 'text', grantId: 'uuid', userId: 'uuid', sessionId: 'uuid', api: 'text' },
  ({ clientId, grantId, userId, sessionId, api }) =>
    userTokenAskedBy(
      clientId,
      api,
      `${isGrantOf(grantId, userId, sessionId)} and g.customer_id is not distinct from clients.customer_id and ${grantIsValid}`,
    ),
);

/** What introspection reads about a token of grant `g`, which `condition` finds, for this client and, if it may be one, this API. */
export function userTokenAskedBy(clientId: string, api: string, condition: string): string {
  return askedBy(
    clientId,
    `${HOLDER}, u.email, g.impersonator_id as "impersonatorId", ${actingFor} as organization,
       case when ${api} <> '' then ${apisOfGrant(`array[${api}]`, 'now()')} end as "holderApis"`,
    `${grantWithUserAndClient} where ${condition}`,
  );
}

/** Hot path: the client `clientId` introspects an access token that the client `holderId` got for itself. */
export const introspectClientToken = lookup<IntrospectedForApis, 'clientId' | 'holderId' | 'jti'>(
  'clients.introspect-client-token',
  { clientId: 'text', holderId: 'text', jti: 'uuid' },
  ({ clientId, holderId, jti }) =>
    askedBy(
      clientId,
      `${HOLDER}, ${apisOfItself('c')} as "holderApis"`,
      `clients c where c.id = ${holderId} and c.customer_id is not distinct from clients.customer_id
       and c.grant_types && '{${OF_CLIENTS.join()}}' and ${notRevoked(jti)}`,
    ),
);

/** Hot path: a client introspects a refresh token of its own. */
export const introspectRefreshToken = sql<
  IntrospectedRefreshToken,
  { clientId: string; tokenHash: Buffer; now: Date; idleSince: Date }
>(
  'clients.introspect-refresh-token',
  askedBy(
    ':clientId',
    `c.scopes as "holderScopes", u.email, ${actingFor} as organization, r.scopes as "grantedScopes", g.authorization_details as "grantedDetails", g.user_id as "userId",
       case when g.resources <> '{}' then ${apisOfGrant('g.resources', ':now')} end as "grantedApis", g.session_id as "sessionId", r.dpop_jkt as "dpopJkt", r.created_at as "issuedAt", r.expires_at as "expiresAt"`,
    `(select * from refresh_tokens where token_hash = :tokenHash limit 1) r ${byKey('grants', 'g', 'r.grant_id')} ${joinSessionUserAndClient}
     where r.customer_id = clients.customer_id and r.client_id = clients.id
       and r.consumed_at is null and ${refreshable('r', ':now', ':idleSince')} and ${grantIsValid}`,
  ),
);
