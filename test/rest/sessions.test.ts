import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { TestApp, useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { claimsIn, redeem, refresh, type Tokens, tokensOf } from '../support/logins.ts';
import { geoipDatabase } from '../support/mmdb.ts';

const folder = mkdtempSync(join(tmpdir(), 'guildhall-geoip-'));
const GEOIP_DATABASE = join(folder, 'places.mmdb');
writeFileSync(
  GEOIP_DATABASE,
  geoipDatabase({ '81.2.69.142': { city: 'London', country: 'United Kingdom' }, '5.9.1.1': { country: 'Germany' } }),
);
afterAll(() => rmSync(folder, { recursive: true }));

const app = useApp({ TRUST_PROXY: '1', GEOIP_DATABASE });
let client: Client;
beforeAll(async () => {
  client = await buildClient(app);
});

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

interface From {
  readonly agent?: string;
  readonly ip?: string;
  readonly scope?: string;
  readonly browser?: BrowserLite;
}

async function signIn(user: BuiltUser, from: From = {}): Promise<Tokens & { sid: string }> {
  const { agent = FIREFOX, ip = '192.0.2.1', scope = 'openid', browser = new BrowserLite(app.issuer) } = from;
  await browser.open(authorizePath(client, { scope }));
  const page = await browser.submit(
    { email: user.email, password: user.password },
    { 'user-agent': agent, 'x-forwarded-for': ip },
  );
  const { body } = await redeem(app, client, answerOf(page)['code'] ?? '');
  return { ...body, sid: claimsIn(body.access_token).sid };
}

const list = async (token: string) => (await app.send('GET', '/api/sessions', { token })).body.sessions;
const revoke = (token: string, id: string) => app.send('DELETE', `/api/sessions/${id}`, { token });
const userinfo = (token: string, issuer = app.issuer) =>
  fetch(`${issuer}/oauth2/userinfo`, { headers: { authorization: `Bearer ${token}` } });

describe('GET /api/sessions', () => {
  it('tells of each of one’s sessions all that the interface says, and nothing else', async () => {
    const user = await buildUser(app);
    const first = await signIn(user, { ip: '81.2.69.142' });
    app.clock.advance(120);
    const second = await signIn(user, { agent: SAFARI, ip: '5.9.1.1' });
    const { status, body } = await app.send('GET', '/api/sessions', { token: first.access_token });
    expect(status).toBe(200);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(body).toEqual({
      sessions: [
        {
          id: second.sid,
          device_name: 'Safari on iOS',
          ip_address: '5.9.1.1',
          location: 'Germany',
          last_accessed: time,
          created_at: time,
          is_current: false,
        },
        {
          id: first.sid,
          device_name: 'Firefox on Linux',
          ip_address: '81.2.69.142',
          location: 'London, United Kingdom',
          last_accessed: time,
          created_at: time,
          is_current: true,
        },
      ],
    });
  });

  it.each([
    ['an address nobody knows', '192.0.2.7', 'Unknown'],
    ['an IPv6 address', '2001:db8::1', 'Unknown'],
  ])('says so of %s', async (_name, ip, location) => {
    const { access_token } = await signIn(await buildUser(app), { ip, agent: 'curl/8' });
    expect(await list(access_token)).toMatchObject([{ ip_address: ip, location, device_name: expect.any(String) }]);
  });

  it.each([
    ['81.2.69.142:40000', '81.2.69.142', 'London, United Kingdom'],
    ['[2001:db8::1]:443', '2001:db8::1', 'Unknown'],
    ['unknown', expect.stringMatching(/^(127\.0\.0\.1|::1)$/), 'Unknown'],
  ])('shows the address alone of what a proxy tells: %s', async (told, ip, location) => {
    const { access_token } = await signIn(await buildUser(app), { ip: told });
    expect(await list(access_token)).toMatchObject([{ ip_address: ip, location }]);
  });

  it('shows nobody else’s', async () => {
    await signIn(await buildUser(app, { role: 'admin' }));
    const { access_token, sid } = await signIn(await buildUser(app, { role: 'admin' }));
    expect((await list(access_token)).map(({ id }: { id: string }) => id)).toEqual([sid]);
  });

  it('needs a user: a client token is 403, none is 401', async () => {
    for (const [method, path] of [
      ['GET', '/api/sessions'],
      ['DELETE', `/api/sessions/${randomUUID()}`],
    ] as const) {
      for (const scope of ['read', 'write', 'admin'])
        expect((await app.send(method, path, { token: await app.token(scope) })).status).toBe(403);
      expect((await app.send(method, path)).status).toBe(401);
    }
  });

  it('leaves out what has expired, by its idle end and its absolute one', async () => {
    const user = await buildUser(app);
    const old = await signIn(user);
    app.clock.advance(3500);
    const young = await signIn(user);
    expect((await list(young.access_token)).map(({ id }: { id: string }) => id)).toEqual([young.sid, old.sid]);
    app.clock.advance(200);
    expect((await list(young.access_token)).map(({ id }: { id: string }) => id)).toEqual([young.sid]);
  });

  it('goes on showing a session that applications use while its user is away', async () => {
    const user = await buildUser(app);
    const offline = await signIn(user, { scope: 'openid offline_access' });
    app.clock.advance(10 * 86_400);
    const { access_token } = await signIn(user);
    expect((await list(access_token)).map(({ id }: { id: string }) => id)).toContain(offline.sid);
    expect((await revoke(access_token, offline.sid)).status).toBe(200);
    expect((await refresh(app, client, offline.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('tells when a session was last used, to the minute and without a write at every request', async () => {
    const user = await buildUser(app);
    const browser = new BrowserLite(app.issuer);
    const { access_token, sid } = await signIn(user, { browser });
    const accessed = async () => Date.parse((await list(access_token))[0].last_accessed);
    const before = await accessed();
    app.clock.advance(50);
    await browser.open('/account');
    expect(await accessed()).toBe(before);
    app.clock.advance(20);
    await browser.open('/account');
    expect(await accessed()).toBeGreaterThanOrEqual(before + 70_000);
    expect(await list(access_token)).toMatchObject([{ id: sid }]);
  });
});

describe('DELETE /api/sessions/:id', () => {
  it('ends the browser’s session and every token of it, at once, on every node', async () => {
    const user = await buildUser(app);
    const browser = new BrowserLite(app.issuer);
    const ended = await signIn(user, { browser, scope: 'openid offline_access' });
    const staying = await signIn(user);
    const other = await app.another();
    try {
      expect((await userinfo(ended.access_token)).status).toBe(200);
      const { status, body } = await revoke(staying.access_token, ended.sid);
      expect([status, body]).toEqual([200, { success: true, message: 'The session and all its tokens are revoked.' }]);
      expect((await userinfo(ended.access_token)).status).toBe(401);
      // The other node has the same keys and the same issuer, and has never seen these tokens.
      expect((await userinfo(ended.access_token, `http://127.0.0.1:${other.port}`)).status).toBe(401);
      const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
      const account = await fetch(`http://127.0.0.1:${other.port}/account`, {
        headers: { cookie },
        redirect: 'manual',
      });
      expect(account.status).toBe(303);
    } finally {
      await other.stop();
    }
    expect((await refresh(app, client, ended.refresh_token)).body.error).toBe('invalid_grant');
    expect((await browser.open('/account')).html).toContain('Sign in');
    expect((await userinfo(staying.access_token)).status).toBe(200);
    expect(await list(staying.access_token)).toHaveLength(1);
  });

  it('can end the very session that asks', async () => {
    const { access_token, sid } = await signIn(await buildUser(app));
    expect((await revoke(access_token, sid.toUpperCase())).status).toBe(200);
    expect((await revoke(access_token, sid)).status).toBe(401);
  });

  it('finds no session that is unknown, malformed, ended, or somebody else’s, administrator or not', async () => {
    const user = await buildUser(app);
    const mine = await signIn(user);
    const gone = await signIn(user);
    await revoke(mine.access_token, gone.sid);
    const { customerId } = await app.newCustomer();
    const foreign = await buildUser(app, { customerId });
    const foreignClient = await buildClient(app, { customerId });
    const foreignToken = (await tokensOf(app, foreignClient, foreign, 'openid')).access_token;
    const admin = await signIn(await buildUser(app, { role: 'admin' }));
    for (const [token, id] of [
      [mine.access_token, randomUUID()],
      [mine.access_token, 'none'],
      [mine.access_token, gone.sid],
      [mine.access_token, admin.sid],
      [mine.access_token, claimsIn(foreignToken).sid],
      [admin.access_token, mine.sid],
      [foreignToken, mine.sid],
    ] as const) {
      const { status, body } = await revoke(token, id);
      expect([status, body.error]).toEqual([404, 'not_found']);
    }
    expect((await userinfo(mine.access_token)).status).toBe(200);
  });

  it('leaves a trail', async () => {
    const user = await buildUser(app);
    const [first, second] = [await signIn(user), await signIn(user)];
    await revoke(first.access_token, second.sid);
    const { rows } = await app.server.database.pool.query(
      'select action, actor_id, details from audit_events where subject_id = $1',
      [second.sid],
    );
    expect(rows).toEqual([{ action: 'session.ended', actor_id: user.id, details: { userId: user.id } }]);
  });
});

describe('a server', () => {
  it('does not start with a GeoIP database that it cannot read, and says so', async () => {
    writeFileSync(join(folder, 'broken.mmdb'), 'not a database');
    for (const name of ['broken.mmdb', 'missing.mmdb']) {
      const broken = new TestApp({ GEOIP_DATABASE: join(folder, name) });
      await expect(broken.start()).rejects.toThrow(/GEOIP_DATABASE/);
    }
  });
});
