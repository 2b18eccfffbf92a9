import { fragment } from '../../ground/kernel/database.ts';

/**
 * Inserts an event if `changed`, the CTE that makes the change, has a row. `event` is the parameter with the event's row, or
 * an expression that adds to it. A WHERE may follow.
 */
export const trailOf = (event: string, changed: string): string =>
  fragment(
    'audit.trail',
    `insert into audit_events select e.* from ${changed}, jsonb_populate_record(null::audit_events, ${event}::jsonb) e`,
  );

/** Inserts those of `events`, a JSON list of rows `e`, that match a row of the CTE `changed` by `on`. */
export const trailOfEach = (events: string, changed: string, on: string): string =>
  fragment(
    'audit.trail-of-each',
    `insert into audit_events select e.* from jsonb_populate_recordset(null::audit_events, ${events}::jsonb) e
     join ${changed} on ${on}`,
  );

const copies = (event: string, changed: string, subject: string, details: string): string =>
  `insert into audit_events (id, customer_id, occurred_at, action, actor_type, actor_id, client_id, impersonator_id,
       subject_type, subject_id, ip, request_id, details)
     select (left(e.id::text, 18) || substr(gen_random_uuid()::text, 19))::uuid, e.customer_id, e.occurred_at, e.action,
       e.actor_type, e.actor_id, e.client_id, e.impersonator_id, e.subject_type, ${subject}, e.ip, e.request_id,
       e.details || jsonb_build_object(${details})
     from jsonb_populate_record(null::audit_events, ${event}::jsonb) e, ${changed} changed`;

/**
 * Inserts an event for each row of `users`, which has a column user_id. Each is a copy of `event` with its own id, and its
 * details name the user. So the statement that changes many memberships also records them.
 */
export const trailOfUsers = (event: string, users: string): string =>
  fragment('audit.trail-of-users', copies(event, users, 'e.subject_id', "'userId', changed.user_id"));

/** The same for each row of `nestings`: about the outer group, group_id, and with the inner one, member_id, in its details. */
export const trailOfNestings = (event: string, nestings: string): string =>
  fragment(
    'audit.trail-of-nestings',
    copies(event, nestings, 'changed.group_id::text', "'groupId', changed.member_id"),
  );
