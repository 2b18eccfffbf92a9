import { byKey } from '../../kernel/database.ts';
import { trailOf } from '../audit/index.ts';
import { groupNames, type Login, loginColumns } from './login.ts';
import { joinHolders } from './standing.sql.ts';

/** What using up a code or a refresh token yields. */
export interface RedeemedRow extends Login {
  readonly scopes: readonly string[];
  /** What was authorized, whatever the client has lost since. */
  readonly resources: readonly string[];
  /** Null unless `groups` is among the scopes. */
  readonly groups: readonly string[] | null;
}

/** Joins to grant `g` its login `s`, and those it is between. */
export const joinLogin = `${byKey('sessions', 's', 'g.session_id')}
     ${joinHolders}`;

/**
 * The row `t` of `table` whose `key` is $1, and what it stands on: its grant, its login, its user and its client. The grant is
 * locked, so a CTE that reads this must be the first that a statement needs: whoever ends a grant takes it before what
 * hangs below it; one that used up a code or token first and then had to wait for its grant would make both wait for ever.
 * `key share` lets others use the grant at the same time; who may end it takes `update`.
 */
export const heldBy = (table: string, key: string, lock: 'key share' | 'update'): string =>
  `(select * from ${table} where ${key} = $1 limit 1) t
     cross join lateral (select * from grants where id = t.grant_id limit 1 for ${lock}) g ${joinLogin}`;

/** The columns of a RedeemedRow, from the CTE `redeemed` that returned `redeemedColumns`. */
export const redeemedColumns = `${loginColumns}, g.resources`;

/** RFC 8707 §2.2: what is asked for (a parameter, null for everything) is among what was authorized. */
export const resourcesWithin = (asked: string): string => `(${asked}::text[] is null or ${asked} <@ g.resources)`;

export const groupsOfRedeemed = `case when 'groups' = any(redeemed.scopes)
     then ${groupNames('redeemed."userId"')} end as groups`;

/**
 * Writes down, in the statement that deletes it, that the grant of the CTE `ended` (its id, user_id and client_id) is gone;
 * `event` is the parameter with the audit row.
 */
export const trailOfEnded = (event: string): string =>
  trailOf(
    `(${event}::jsonb || jsonb_build_object(
     'subject_id', ended.id, 'details', jsonb_build_object('userId', ended.user_id, 'clientId', ended.client_id)))`,
    'ended',
  );
