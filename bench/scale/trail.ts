import { newId } from '../../src/kernel/ids.ts';

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
