import { byKey } from '../../ground/kernel/database.ts';
import { isStaffIn } from '../users/index.ts';
import { consentSuffices } from './consent-suffices.hot.sql.ts';

/** Joins to grant `g` its user `u` and its client `c`. Foreign keys keep both in the grant's customer. */
export const joinUserAndClient = `${byKey('users', 'u', 'g.user_id')}
     ${byKey('clients', 'c', 'g.client_id')}`;

/** A grant `g` with its user `u` and its client `c`, for a FROM. */
export const grantWithUserAndClient = `grants g ${joinUserAndClient}`;

/** What a lookup finds the grant of an access token by, with the SQL types. */
export const GRANT_PARTS = { grantId: 'uuid', userId: 'uuid', sessionId: 'uuid' } as const;
export type GrantPart = keyof typeof GRANT_PARTS;

/**
 * Whether grant `g` is this one, of this user and session. It is found by its id whatever the statistics say: no index helps
 * with `is not distinct from`, and a user may have thousands of grants.
 */
export const isGrantOf = (grant: string, user: string, session: string): string =>
  `g.id = ${grant} and g.user_id is not distinct from ${user} and g.session_id is not distinct from ${session}`;

/**
 * An administrator who acts as the user still is one, and may, through this client; and the user administers nothing by now. Each row is
 * found by its key. Null is the user in person.
 */
const impersonatorMay = `(g.impersonator_id is null or not ${isStaffIn('u')} and c.allows_impersonation and exists (
       select from users a, customers cu
       where a.id = g.impersonator_id and cu.id = g.customer_id and a.is_active and a.role = 'admin'
         and (cu.impersonation = 'administrators' or cu.impersonation = 'listed' and a.id = any(cu.impersonator_ids))
       offset 0))`;

/** Whether a grant is for an API of which its client has scopes, and some of the granted scopes. Few have resources at all. */
const isForApi = (grant: string, client: string): string =>
  `${grant}.resources <> '{}' and exists (
       select from apis e, api_scopes i, client_scopes j
       where e.customer_id = ${client}.customer_id and e.identifier = any(${grant}.resources) and i.api_id = e.id
         and (${grant}.scopes && ${client}.scopes or i.name = any(${grant}.scopes)) and j.client_id = ${client}.id and j.scope_id = i.id offset 0)`;

/** Whether a client may still use its grant: it is registered for the grant type, and for some of the scopes and resources. */
const isRegisteredFor = (grant: string, client: string): string =>
  `${grant}.grant_type = any(${client}.grant_types) and (${grant}.scopes && ${client}.scopes
     and (${grant}.resources = '{}' or ${grant}.resources && ${client}.resources) or ${isForApi(grant, client)})`;

/**
 * A token that was exchanged for others (RFC 8693) is good as long as they are, up to the first. The few grants above are found
 * one after the other, by their keys.
 */
const parentsAreValid = `(g.parent_id is null or not exists (
       with recursive above as (
         select * from (select client_id, parent_id, grant_type, scopes, resources from grants where id = g.parent_id limit 1) first
         union all
         select q.client_id, q.parent_id, q.grant_type, q.scopes, q.resources from above ${byKey('grants', 'q', 'above.parent_id')}
       )
       select from above ${byKey('clients', 'a', 'above.client_id')} where not (${isRegisteredFor('above', 'a')})))`;

/**
 * What every code and token of a user needs besides its grant's row, when it is redeemed or used: the user is active; the
 * client is still registered for the grant type, and for some of the granted scopes and resources; and the consent
 * suffices for all granted scopes and claims. The same goes for the grants that it was
 * exchanged for, but for what is deleted with them. A grant is deleted with its session, user or client.
 */
export const grantIsValid = `u.is_active and ${impersonatorMay} and ${isRegisteredFor('g', 'c')} and ${parentsAreValid}
     and ${consentSuffices({ client: 'c', user: 'g.user_id', scopes: 'g.scopes', resources: 'g.resources', claims: 'g.claims' })}`;

/** Whether all APIs that grant `g` is for have refresh tokens. */
export const givesRefreshTokens = (g: string, customer = `${g}.customer_id`): string =>
  `(${g}.resources = '{}' or not exists (
       select from apis e
       where e.customer_id = ${customer} and e.identifier = any(${g}.resources) and not e.allows_refresh_tokens offset 0))`;

/**
 * What refresh token `t` needs besides, with its session `s`: it has not expired; the client may use refresh tokens and some
 * of the token's scopes, and the grant's APIs have refresh tokens; and the session is alive, unless the token is for offline use. `now` and `idleSince` are
 * parameters.
 */
export const refreshable = (t: string, now: string, idleSince: string): string =>
  `${t}.expires_at > ${now} and 'refresh_token' = any(c.grant_types) and (${t}.scopes && c.scopes or g.resources <> '{}')
    and ${givesRefreshTokens('g')} and ('offline_access' = any(${t}.scopes) or (s.expires_at > ${now} and s.last_accessed_at > ${idleSince}))`;
