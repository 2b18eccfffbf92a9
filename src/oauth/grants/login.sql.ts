import { groupNames, type Login, loginColumns } from '../tokens/login.ts';
import { grantStands, joinHolders } from '../tokens/standing.sql.ts';

/** What using up a code or a refresh token yields. */
export interface RedeemedRow extends Login {
  readonly scopes: readonly string[];
  /** What was authorized, whatever the client has lost since. */
  readonly resources: readonly string[];
  /** Null unless `groups` is among the scopes. */
  readonly groups: readonly string[] | null;
}

/**
 * Locks the grant of `table`'s row that is `bound`, as the first thing a statement does. Whoever ends a grant takes it
 * before what hangs below it; one that used up a code or token first and then had to wait for its grant would make both
 * wait for ever. `share` lets others use the grant at the same time; who may end it takes `update`.
 */
export const grantFirst = (
  table: string,
  bound: string,
  lock: 'key share' | 'update',
): string => `held as materialized (
     select g.id from ${table} t join grants g on g.customer_id = t.customer_id and g.id = t.grant_id
     where ${bound} for ${lock} of g
   )`;

/** Joins to grant `g` its login `s`, and those it is between. */
export const joinLogin = `join sessions s on s.customer_id = g.customer_id and s.id = g.session_id
     ${joinHolders}`;

/** The grant, the login, the user and the client that a code or refresh token `t` stands on, for the FROM of its UPDATE behind `grantFirst`. */
export const standsOn = `held join grants g on g.id = held.id ${joinLogin}`;

/** How `t` hangs on them, and that they are in order. */
export const standsFirm = `g.customer_id = t.customer_id and g.id = t.grant_id and ${grantStands}`;

/** The columns of a RedeemedRow, from the CTE `redeemed` that returned `redeemedColumns`. */
export const redeemedColumns = `${loginColumns}, g.resources`;

/** RFC 8707 §2.2: what is asked for (a parameter, null for everything) is among what was authorized. */
export const resourcesWithin = (asked: string): string => `(${asked}::text[] is null or ${asked} <@ g.resources)`;

export const groupsOfRedeemed = `case when 'groups' = any(redeemed.scopes)
     then ${groupNames('redeemed."customerId"', 'redeemed."userId"')} end as groups`;

/**
 * Writes down, in the statement that deletes it, that the grant of the CTE `ended` (its id, user_id and client_id) is gone;
 * `event` is the parameter with the audit row.
 */
export const trailOfEnded = (event: string): string =>
  `insert into audit_events
   select e.* from ended, jsonb_populate_record(null::audit_events, ${event}::jsonb || jsonb_build_object(
     'subject_id', ended.id, 'details', jsonb_build_object('userId', ended.user_id, 'clientId', ended.client_id))) e`;
