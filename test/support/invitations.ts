import type { User } from '../../src/modules/users/index.ts';
import type { TestApp } from './app.ts';
import { buildUser } from './builders.ts';

/** The id of an open invitation of a new user of the first customer. */
export async function invitationOf(app: TestApp, given: Partial<User>): Promise<string> {
  const { id, email } = await buildUser(app, { ...given, passwordHash: null });
  const { rows } = await app.server.database.pool.query(
    `insert into invitations (id, customer_id, user_id, email, inviter_type, created_at, sent_at, expires_at)
     values (gen_random_uuid(), $1, $2, $3, 'system', now(), now(), now() + interval '1 day') returning id`,
    [app.customer.customerId, id, email],
  );
  return rows[0].id;
}
