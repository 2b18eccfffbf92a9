import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanUp } from '#product';
import type { Client } from '../src/modules/clients/index.ts';
import { useApp } from './support/app.ts';
import { BrowserLite } from './support/browser-lite.ts';
import { authorizePath, buildClient, buildUser } from './support/builders.ts';
import { buildDeviceClient, codesOf, decide, DEVICE_CODE, poll } from './support/devices.ts';
import { refresh, tokensOf } from './support/logins.ts';

const DAY = 86_400;
const app = useApp();
let client: Client;
beforeAll(async () => {
  client = await buildClient(app);
});
// Nothing is left of the test before.
beforeEach(async () => {
  app.clock.advance(40 * DAY);
  await cleanUp(app.server.runtime);
});

const count = async (table: string): Promise<number> =>
  (await app.server.database.pool.query(`select count(*)::int as count from ${table}`)).rows[0].count;

const TABLES = ['sessions', 'grants', 'authorization_codes', 'refresh_tokens'];
const counts = async () => Object.fromEntries(await Promise.all(TABLES.map(async (name) => [name, await count(name)])));

describe('the clean-up', () => {
  it('leaves what is alive, and what an application may use while its user is away', async () => {
    const user = await buildUser(app);
    await tokensOf(app, client, user, 'openid');
    const offline = await tokensOf(app, client, user, 'openid offline_access');
    const before = await counts();
    await cleanUp(app.server.runtime);
    expect(await counts()).toEqual(before);
    app.clock.advance(9 * DAY);
    await cleanUp(app.server.runtime);
    expect(await counts()).toEqual({ sessions: 1, grants: 1, authorization_codes: 0, refresh_tokens: 1 });
    expect((await refresh(app, client, offline.refresh_token)).status).toBe(200);
  });

  it('takes out what has been dead for a week: logins, codes, tokens, however many', async () => {
    const user = await buildUser(app);
    await tokensOf(app, client, user, 'openid offline_access');
    const withoutRefresh = await buildClient(app, { grantTypes: ['authorization_code'] });
    await tokensOf(app, withoutRefresh, user, 'openid');
    await app.server.database.pool.query(
      `insert into sessions (id, customer_id, user_id, secret_hash, auth_time, amr, last_accessed_at, expires_at, created_at)
       select gen_random_uuid(), $1, $2, sha256(n::text::bytea), now(), '{pwd}', now(), now() + interval '1 day', now()
       from generate_series(1, 900) n`,
      [app.customer.customerId, user.id],
    );
    app.clock.advance(36 * DAY);
    expect(await count('sessions')).toBeGreaterThan(900);
    await cleanUp(app.server.runtime);
    expect(await counts()).toMatchObject({ grants: 1, refresh_tokens: 1 });
    app.clock.advance(2 * DAY);
    await cleanUp(app.server.runtime);
    expect(await counts()).toEqual({ sessions: 0, grants: 0, authorization_codes: 0, refresh_tokens: 0 });
  });

  it('is done by one node at a time', async () => {
    const other = await app.server.database.pool.connect();
    try {
      await other.query('begin');
      await other.query(`select pg_advisory_xact_lock(hashtext('guildhall.clean_up'))`);
      const user = await buildUser(app);
      await tokensOf(app, client, user, 'openid');
      app.clock.advance(9 * DAY);
      const before = await counts();
      await cleanUp(app.server.runtime);
      expect(await counts()).toEqual(before);
    } finally {
      await other.query('rollback');
      other.release();
    }
    await cleanUp(app.server.runtime);
    expect(await counts()).toMatchObject({ sessions: 0, authorization_codes: 0 });
  });

  it('takes out what was remembered of tokens, assertions and proofs that have ended since', async () => {
    const { id, customerId } = client;
    const ends = [1, -8].map((days) => new Date(app.clock.now().getTime() + days * DAY * 1000));
    const insert = (text: string) => app.server.database.pool.query(text, [customerId, id, ends]);
    await insert('insert into revoked_tokens select gen_random_uuid(), $1, $2, unnest($3::timestamptz[])');
    await insert(
      'insert into used_assertions select $1, $2, sha256(e::text::bytea), e from unnest($3::timestamptz[]) e',
    );
    await insert('insert into used_proofs select $1, $2, sha256(e::text::bytea), e from unnest($3::timestamptz[]) e');
    await cleanUp(app.server.runtime);
    const left = [await count('revoked_tokens'), await count('used_assertions'), await count('used_proofs')];
    expect(left).toEqual([1, 1, 1]);
  });

  it('takes out codes of devices that have expired, and the grants of those without refresh tokens', async () => {
    const user = await buildUser(app);
    const [device, plain] = [await buildDeviceClient(app), await buildDeviceClient(app, { grantTypes: [DEVICE_CODE] })];
    for (const by of [device, plain]) {
      const codes = await codesOf(app, by, { scope: 'openid offline_access' });
      await decide(app, codes, user);
      expect((await poll(app, by, codes.device_code)).status).toBe(200);
    }
    await codesOf(app, device);
    await cleanUp(app.server.runtime);
    expect([await count('device_authorizations'), await count('grants')]).toEqual([3, 2]);
    app.clock.advance(8 * DAY);
    await cleanUp(app.server.runtime);
    expect([await count('device_authorizations'), await count('grants')]).toEqual([0, 1]);
  });

  it('takes out counters that have run out, and waits for nobody', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    await browser.logIn({ email: 'nobody@example.com', password: 'x' });
    expect(await count('throttle_counters')).toBeGreaterThan(0);
    const holder = await app.server.database.pool.connect();
    try {
      await holder.query('begin');
      const { rows } = await holder.query('select key from throttle_counters limit 1 for update');
      app.clock.advance(9 * DAY);
      await cleanUp(app.server.runtime);
      expect(rows).toHaveLength(1);
      expect(await count('throttle_counters')).toBe(1);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await cleanUp(app.server.runtime);
    expect(await count('throttle_counters')).toBe(0);
  });
});
