import type { TestApp } from './app.ts';
import { buildUser } from './builders.ts';

/** Stores a remembered device of a user, whose cookie nobody has. Returns its id. */
export async function rememberedDeviceOf(app: TestApp, userId: string): Promise<string> {
  const { rows } = await app.server.database.pool.query<{ id: string }>(
    `insert into remembered_devices
       (customer_id, id, user_id, secret_hash, browser, system, ip, created_at, last_used_at, expires_at)
     select customer_id, gen_random_uuid(), id, sha256(gen_random_uuid()::text::bytea), 'Firefox', 'Linux', '203.0.113.7',
       now(), now(), now() + interval '100 years' from users where id = $1 returning id`,
    [userId],
  );
  return rows[0]!.id;
}

/** Stores a passkey of a user, whose key nobody has. Returns its id. */
export async function passkeyOf(app: TestApp, userId: string): Promise<string> {
  const { rows } = await app.server.database.pool.query<{ id: string }>(
    `insert into passkeys (customer_id, id, user_id, credential_id, public_key, sign_count, transports, is_syncable, is_synced, name, created_at)
     select customer_id, gen_random_uuid(), id, sha256(gen_random_uuid()::text::bytea), '', 0, '{}', true, true, 'Key', now()
     from users where id = $1 returning id`,
    [userId],
  );
  return rows[0]!.id;
}

/** Forgets the device of a user with the user's token. `ready` is called before. */
export async function forgetDevice(
  app: TestApp,
  { id: userId, token }: { readonly id: string; readonly token: string },
  ready: () => Promise<void>,
): Promise<void> {
  const id = await rememberedDeviceOf(app, userId);
  await ready();
  await app.data(token, 'mutation ($id: ID!) { forgetRememberedDevice(id: $id) { device { id } } }', { id });
}

/** Forgets all devices of a fresh user with an administrator's token. `ready` is called before. */
export async function forgetDevices(app: TestApp, token: string, ready: () => Promise<void>): Promise<void> {
  const { id } = await buildUser(app);
  await rememberedDeviceOf(app, id);
  await ready();
  await app.data(token, 'mutation ($id: ID!) { forgetRememberedDevices(userId: $id) { count } }', { id });
}
