import { LIST_MEMBERS, type AuthorizationDetail } from '../../ground/kernel/authorization-details.ts';
import { byKey } from '../../ground/kernel/database.ts';
import { apiFacts, effectiveGroupNames, effectiveGroups, type ApiFacts } from '../access/index.ts';
import { trailOf } from '../audit/index.ts';
import { joinUserAndClient } from './valid-grant.hot.sql.ts';

/** The organization that a user acts for, as claims name it. */
export interface ActingFor {
  readonly id: string;
  readonly name: string;
}

/** What tokens say about a user's login and its grant. */
export interface Login {
  readonly grantId: string;
  readonly customerId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly authTime: Date;
  readonly amr: readonly string[];
  /** The level of authentication that the client asked for and got; null if it is the highest that the login reaches. */
  readonly acr: string | null;
  /** The claims that ID tokens of the grant have by name. */
  readonly idTokenClaims: readonly string[];
  /** The organization that the user acts for. Null if it is none, or if the user no longer belongs to it. */
  readonly organization: ActingFor | null;
  /** When the session ends at the latest. */
  readonly sessionExpiresAt: Date;
}

/** What redeeming a code or a refresh token returns. */
export interface RedeemedGrant extends Login {
  readonly scopes: readonly string[];
  /** What was authorized, even if the client has lost some of it since. */
  readonly resources: readonly string[];
  readonly authorizationDetails: readonly AuthorizationDetail[];
  /** Null unless `groups` is among the scopes. */
  readonly groups: readonly string[] | null;
  /** The APIs among the resources of which the client has scopes; null if there are none. */
  readonly apis: readonly ApiFacts[] | null;
}

/**
 * The organization of grant `g`, as long as its user `u` belongs to it or, directly or not, to a group of it. Every row is found by its key,
 * and none is read for a grant without one.
 */
export const actingFor = `case when g.organization_id is not null then (
    select jsonb_build_object('id', o.id, 'name', o.name) from organizations o
    where o.id = g.organization_id and (u.organization_id is not distinct from o.id or exists (
      select from ${effectiveGroups('u.id')} e
      where (select n.organization_id from groups n where n.id = e.group_id) is not distinct from o.id offset 0))
    limit 1) end`;

/**
 * The APIs of the resources `named`, a list, with what decides tokens of grant `g` for them: of its client `c` and its user `u`, who
 * has the roles of the organization that they act for.
 */
export const apisOfGrant = (named: string, now: string): string =>
  apiFacts(
    { client: 'c.id', user: 'u.id', organization: `(${actingFor} ->> 'id')::uuid`, now },
    `a.identifier = any(${named})`,
  );

/** The columns of a RedeemedGrant but its scopes, groups and APIs, from grant `g` and session `s`. */
export const redeemedColumns = `g.id as "grantId", g.customer_id as "customerId", g.user_id as "userId",
  g.session_id as "sessionId", g.auth_time as "authTime", g.amr, g.acr, s.expires_at as "sessionExpiresAt", g.resources,
  g.authorization_details as "authorizationDetails",
  g.id_token_claims as "idTokenClaims", ${actingFor} as organization`;

/** The APIs of a RedeemedGrant. */
export const apisOfRedeemed = (now: string): string =>
  `case when g.resources <> '{}' then ${apisOfGrant('g.resources', now)} end as apis`;

/** Joins to grant `g` its session `s`, user `u` and client `c`. */
export const joinSessionUserAndClient = `${byKey('sessions', 's', 'g.session_id')}
     ${joinUserAndClient}`;

/**
 * The row `t` of `table` that `key` finds, with its grant, session, user and client. The grant is locked. A CTE that reads
 * this must be the first that a statement needs: whoever ends a grant locks the grant before its codes and tokens, and a
 * statement that locked them in the other order would deadlock. `key share` lets others use the grant at the same time; a
 * statement that may end the grant takes `update`.
 */
export const lockedGrantOf = (table: string, key: string, lock: 'key share' | 'update'): string =>
  `(select * from ${table} where ${key} limit 1) t
     cross join lateral (select * from grants where id = t.grant_id limit 1 for ${lock}) g ${joinSessionUserAndClient}`;

/**
 * RFC 8707 §2.2: the requested resources (a parameter, null for all) are among those of grant `g`. A token is for one API, so that
 * of several resources with an API one has to be requested.
 */
export const resourcesWithin = (requested: string): string =>
  `(case when ${requested}::text[] is not null then ${requested} <@ g.resources
       else cardinality(g.resources) <= 1 or not exists (
         select from apis e where e.customer_id = g.customer_id and e.identifier = any(g.resources) offset 0) end)`;

const LISTS = `'{${LIST_MEMBERS.join()}}'::text[]`;

const membersOf = (detail: string): string => `(select count(*) from jsonb_object_keys(${detail}.value))`;

/**
 * RFC 9396 §6: the requested details (a parameter with JSON, null for all) are covered by those of grant `g`, as
 * `areCovered` says.
 */
export const detailsWithin = (requested: string): string =>
  `(${requested}::jsonb is null or not exists (
       select from jsonb_array_elements(${requested}::jsonb) a where not exists (
         select from jsonb_array_elements(g.authorization_details) b
         where a.value - ${LISTS} = b.value - ${LISTS} and a.value <@ b.value and ${membersOf('a')} = ${membersOf('b')})))`;

export const groupsOfRedeemed = `case when 'groups' = any(redeemed.scopes)
     then ${effectiveGroupNames('redeemed."userId"')} end as groups`;

/**
 * Records that the statement has deleted the grant of the CTE `ended` (its id, user_id and client_id). `event` is the
 * parameter with the audit row.
 */
export const trailOfEnded = (event: string): string =>
  trailOf(
    `(${event}::jsonb || jsonb_build_object(
     'subject_id', ended.id, 'details', jsonb_build_object('userId', ended.user_id, 'clientId', ended.client_id)))`,
    'ended',
  );
