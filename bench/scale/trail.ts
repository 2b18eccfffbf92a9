import { newId } from '../../src/ground/kernel/ids.ts';

/** Events of the audit trail for each user, and over how long. */
const EVENTS = 10;
const DAYS = 30;
const DAY_MS = 86_400_000;
const CLIENTS = 20;
// Without a common factor with any number of users, so that neighbors are about different people.
const STRIDE = 7_368_787;

export const TRAIL =
  'audit_events (id, customer_id, occurred_at, action, actor_type, actor_id, subject_type, subject_id, details)';

/** The rows of an audit trail of a month, oldest first: mostly logins, some of which fail. */
export function* trailOf(customerId: string, users: readonly string[], now: Date): Generator<string> {
  const total = users.length * EVENTS;
  for (let n = 0; n < total; n += 1) {
    const at = new Date(now.getTime() - DAYS * DAY_MS * (1 - n / total));
    const user = users[(n * STRIDE) % users.length]!;
    const action = n % 10 === 0 ? 'login.failed' : 'login.succeeded';
    const details = `{"amr": ["pwd"], "clientId": "client-${n % CLIENTS}"}`;
    yield [newId(at), customerId, at.toISOString(), action, 'user', user, 'user', user, details].join('\t');
  }
}

const PERIOD = `(occurred_at at time zone 'UTC')::date`;

/** What the server counts of such a trail, in far less time: one statement a counter, of a database without other events. */
export const COUNTERS: readonly string[] = [
  `delete from daily_counts`,
  `delete from active_users`,
  `insert into daily_counts (customer_id, kind, day, name, count)
   select customer_id, 'action', ${PERIOD}, action, count(*) from audit_events group by 1, 3, 4`,
  `insert into daily_counts (customer_id, kind, day, name, count)
   select customer_id, 'client', ${PERIOD}, details ->> 'clientId', count(*) from audit_events
   where action = 'login.succeeded' group by 1, 3, 4`,
  `insert into daily_counts (customer_id, kind, day, name, count)
   select customer_id, 'active_users', ${PERIOD}, '', count(distinct subject_id) from audit_events
   where action = 'login.succeeded' group by 1, 3`,
  `insert into active_users (customer_id, user_id, last_day)
   select customer_id, subject_id, max(${PERIOD}) from audit_events where action = 'login.succeeded' group by 1, 2`,
  `insert into daily_counts (customer_id, kind, day, name, count)
   select customer_id, 'last_active_users', last_day, '', count(*) from active_users group by 1, 3`,
  `update audit_progress set counted_to = (select id from audit_events order by id desc limit 1)`,
];
