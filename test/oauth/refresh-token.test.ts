import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { claimsIn, redeem, refresh, type Tokens, tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';
import { until } from '../support/until.ts';

const app = useApp();
let client: Client;
let user: BuiltUser;
beforeAll(async () => {
  client = await buildClient(app);
  user = await buildUser(app);
});

const login = (scope = 'openid profile'): Promise<Tokens> => tokensOf(app, client, user, scope);
const use = (token: string, fields?: Record<string, string | undefined>) => refresh(app, client, token, fields);
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

/** Whether the server is about to answer a retry of this token. */
const isClaimed = async (token: string): Promise<boolean> => {
  const text = 'select from refresh_tokens where token_hash = sha256($1) and retried_at is not null';
  return (await rows(text, Buffer.from(token))).length > 0;
};
const userinfo = (token: string) => app.send('GET', '/oauth2/userinfo', { token });
const DAY = 86_400;

describe('a refresh token', () => {
  it('RFC 6749 §6, RFC 9700 §4.14.2: yields new tokens, itself replaced', async () => {
    const first = await login();
    const { status, headers, body } = await use(first.refresh_token);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope: 'openid profile' });
    expect(body.refresh_token).toMatch(/^rt_[\w-]{108}$/);
    expect(body.refresh_token).not.toBe(first.refresh_token);
    expect((await userinfo(body.access_token)).status).toBe(200);
    expect((await use(body.refresh_token)).status).toBe(200);
  });

  it('OIDC Core §12.2: yields an ID token of the same login, without a nonce', async () => {
    const first = await login();
    const before = claimsIn(first.id_token);
    const after = claimsIn((await use(first.refresh_token)).body.id_token);
    const { iss, sub, aud, auth_time, sid } = before;
    expect(after).toMatchObject({ iss, sub, aud, auth_time, sid });
    expect(after).not.toHaveProperty('nonce');
  });

  it('OIDC Core §12.2, RFC 9068 §2.2.1: outlives another login of its user in the same browser, and tells of its own', async () => {
    const browser = new BrowserLite(app.issuer);
    const signIn = async (given: Record<string, string>): Promise<Tokens> => {
      await browser.open(authorizePath(client, given));
      return (await redeem(app, client, answerOf(await browser.logIn(user))['code'] ?? '')).body;
    };
    const first = await signIn({ scope: 'openid offline_access' });
    app.clock.advance(60);
    const second = await signIn({ scope: 'openid', prompt: 'login' });
    const { auth_time: time, sid } = claimsIn(first.id_token);
    expect(claimsIn(second.id_token)).toMatchObject({ sid, auth_time: expect.any(Number) });
    expect(claimsIn(second.id_token).auth_time).toBeGreaterThanOrEqual(time + 60);
    const { status, body } = await use(first.refresh_token);
    expect(status).toBe(200);
    expect(claimsIn(body.id_token)).toMatchObject({ sid, auth_time: time, amr: ['pwd'] });
    expect(claimsIn(body.access_token)).toMatchObject({ sid, auth_time: time });
  });

  it('RFC 6749 §6: narrows the access token’s scope on request, and keeps what was granted for the next one', async () => {
    const { refresh_token } = await login('openid profile email');
    const narrow = (await use(refresh_token, { scope: 'openid' })).body;
    expect([narrow.scope, claimsIn(narrow.access_token).scope]).toEqual(['openid', 'openid']);
    expect((await use(narrow.refresh_token)).body.scope).toBe('openid profile email');
  });

  it('RFC 6749 §6: yields no scope that was not granted, and is not used up by asking', async () => {
    const { refresh_token } = await login('openid');
    const { status, body } = await use(refresh_token, { scope: 'openid email' });
    expect([status, body.error]).toEqual([400, 'invalid_scope']);
    expect((await use(refresh_token)).status).toBe(200);
  });

  it('takes two statements', async () => {
    const { refresh_token } = await login();
    expect(await queriesOf(() => use(refresh_token))).toHaveLength(2);
  });

  it('RFC 6749 §6, §10.4, OIDC Core §12.1: is of no use to another client, and no worse for it', async () => {
    const { refresh_token } = await login();
    const other = await buildClient(app);
    expect((await refresh(app, other, refresh_token)).body.error).toBe('invalid_grant');
    expect((await use(refresh_token)).status).toBe(200);
    expect((await refresh(app, other, refresh_token)).body.error).toBe('invalid_grant');
  });

  it.each(['', 'nonsense', 'rt_'])(
    'RFC 6749 §5.2: answers invalid_grant to “%s”, or invalid_request when it is nothing',
    async (token) => {
      expect((await use(token)).body.error).toBe(token === '' ? 'invalid_request' : 'invalid_grant');
    },
  );

  it('is stored as a hash', async () => {
    const { refresh_token } = await login();
    expect(
      await rows('select 1 from refresh_tokens where token_hash = sha256($1)', Buffer.from(refresh_token)),
    ).toHaveLength(1);
  });
});

describe('a refresh token ends with', () => {
  const refused = async (token: string) => {
    const { status, body } = await use(token);
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  };

  it('its session', async () => {
    const { refresh_token, access_token } = await login('openid offline_access');
    await rows('delete from sessions where id = $1', claimsIn(access_token).sid);
    await refused(refresh_token);
  });

  it('its user, deleted or disabled', async () => {
    for (const change of ['delete from users where id = $1', 'update users set is_active = false where id = $1']) {
      const leaving = await buildUser(app);
      const { refresh_token } = await tokensOf(app, client, leaving, 'openid offline_access');
      await rows(change, leaving.id);
      await refused(refresh_token);
    }
  });

  it('OIDC Core §11: the end of the login, unless it has offline_access', async () => {
    const online = await login();
    const offline = await login('openid offline_access');
    app.clock.advance(DAY + 1);
    await refused(online.refresh_token);
    expect((await use(offline.refresh_token)).status).toBe(200);
  });

  it('thirty days, however often it was replaced', async () => {
    let { refresh_token: token } = await login('openid offline_access');
    app.clock.advance(29 * DAY);
    token = (await use(token)).body.refresh_token;
    expect(token).toBeDefined();
    app.clock.advance(2 * DAY);
    await refused(token);
  });

  it('the client’s permission to use it', async () => {
    const changing = await buildClient(app);
    const { refresh_token } = await tokensOf(app, changing, user, 'openid profile');
    await rows(`update clients set scopes = '{openid}' where id = $1`, changing.id);
    const shrunk = (await refresh(app, changing, refresh_token)).body;
    expect(shrunk.scope).toBe('openid');
    await rows(`update clients set scopes = '{read}' where id = $1`, changing.id);
    expect((await refresh(app, changing, shrunk.refresh_token)).body.error).toBe('invalid_grant');
    await rows(`update clients set grant_types = '{authorization_code}' where id = $1`, changing.id);
    expect((await refresh(app, changing, shrunk.refresh_token)).body.error).toBe('unauthorized_client');
  });
});

describe('a refresh token used twice', () => {
  it('is answered once more, alike, to a client whose answer was lost', async () => {
    const { refresh_token } = await login();
    const lost = (await use(refresh_token)).body;
    app.clock.advance(9);
    const { status, body } = await use(refresh_token);
    expect([status, body.refresh_token]).toEqual([200, lost.refresh_token]);
    expect((await userinfo(body.access_token)).status).toBe(200);
    expect((await use(body.refresh_token)).status).toBe(200);
  });

  const ended = async (tokens: Tokens, last: string) => {
    expect((await userinfo(tokens.access_token)).status).toBe(401);
    expect((await use(last)).body.error).toBe('invalid_grant');
    const { gid } = claimsIn(tokens.access_token);
    expect(await rows('select id from grants where id = $1', gid)).toEqual([]);
    expect(await rows('select action, details from audit_events where subject_id = $1', gid)).toEqual([
      { action: 'refresh_token.reused', details: { userId: user.id, clientId: client.id } },
    ]);
  };

  it('is answered as often as answers are lost, alike, within 30 seconds', async () => {
    const { refresh_token } = await login();
    const lost = (await use(refresh_token)).body;
    for (const seconds of [2, 8, 13]) {
      app.clock.advance(seconds);
      const { status, body } = await use(refresh_token);
      expect([status, body.refresh_token]).toEqual([200, lost.refresh_token]);
    }
    expect((await use(lost.refresh_token)).status).toBe(200);
  });

  it('is answered again after a retry that was given up with the process that had claimed it', async () => {
    const { refresh_token } = await login();
    const lost = (await use(refresh_token)).body;
    await rows(
      `update refresh_tokens set retried_at = clock_timestamp() - interval '1 second' where token_hash = sha256($1)`,
      Buffer.from(refresh_token),
    );
    const { status, body } = await use(refresh_token);
    expect([status, body.refresh_token]).toEqual([200, lost.refresh_token]);
  });

  it('is answered at once to a client whose connection broke again and again before the answer', async () => {
    const { refresh_token } = await login();
    const lost = (await use(refresh_token)).body;
    const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: client.id, refresh_token });
    let broken = 0;
    while (broken < 3) {
      const connection = new AbortController();
      let isAnswered = false;
      const sent = fetch(`${app.issuer}/oauth2/token`, { method: 'POST', body, signal: connection.signal });
      const settled = sent.then(
        () => (isAnswered = true),
        () => undefined,
      );
      // On a busy machine the answer may come before the claim is seen.
      await until(async () => isAnswered || (await isClaimed(refresh_token)));
      connection.abort();
      await settled;
      if (!isAnswered) broken += 1;
      // The server hears of it.
      await until(async () => !(await isClaimed(refresh_token)));
    }
    const { status, body: answered } = await use(refresh_token);
    expect([status, answered.refresh_token]).toEqual([200, lost.refresh_token]);
    expect((await use(lost.refresh_token)).status).toBe(200);
  });

  it('RFC 9700 §4.14.2: ends the grant when two present it at the same time, after its use or after a retry', async () => {
    for (const retries of [0, 1]) {
      const first = await login();
      const { refresh_token: last } = (await use(first.refresh_token)).body;
      for (let retry = 0; retry < retries; retry += 1) expect((await use(first.refresh_token)).status).toBe(200);
      const answers = await Promise.all([use(first.refresh_token), use(first.refresh_token)]);
      expect(answers.map(({ body }) => body.error)).toEqual(['invalid_grant', 'invalid_grant']);
      await ended(first, last);
    }
  });

  it('RFC 9700 §4.14.2: ends the grant when a server lags and another presents it before the retry is answered', async () => {
    for (;;) {
      const first = await login();
      const { refresh_token: last } = (await use(first.refresh_token)).body;
      // A retry whose server should have answered it a while ago.
      await rows(
        `update refresh_tokens set retried_at = clock_timestamp() - interval '400 milliseconds' where token_hash = sha256($1)`,
        Buffer.from(first.refresh_token),
      );
      const began = performance.now();
      const { body } = await use(first.refresh_token);
      // A busy machine has another try.
      if (performance.now() - began > 500) continue;
      expect(body.error).toBe('invalid_grant');
      return ended(first, last);
    }
  });

  it('leaves no claim behind once a retry is answered', async () => {
    const { refresh_token } = await login();
    await use(refresh_token);
    for (let retry = 0; retry < 2; retry += 1) {
      expect((await use(refresh_token)).status).toBe(200);
      const claims = await rows(
        'select retried_at from refresh_tokens where token_hash = sha256($1)',
        Buffer.from(refresh_token),
      );
      expect(claims).toEqual([{ retried_at: null }]);
    }
  });

  it('RFC 9700 §4.14.2: ends the grant when its successor was used after a retry', async () => {
    const first = await login();
    const { refresh_token: second } = (await use(first.refresh_token)).body;
    expect((await use(first.refresh_token)).status).toBe(200);
    const { refresh_token: third } = (await use(second)).body;
    expect((await use(first.refresh_token)).body.error).toBe('invalid_grant');
    await ended(first, third);
  });

  it('RFC 9700 §4.14.2: ends the grant when more than 30 seconds have passed', async () => {
    const first = await login();
    const { refresh_token: last } = (await use(first.refresh_token)).body;
    app.clock.advance(31);
    expect((await use(first.refresh_token)).body.error).toBe('invalid_grant');
    await ended(first, last);
  });

  it('RFC 9700 §4.14.2: ends the grant when its successor was used already', async () => {
    const first = await login();
    const { refresh_token: second } = (await use(first.refresh_token)).body;
    const { refresh_token: third } = (await use(second)).body;
    expect((await use(first.refresh_token)).body.error).toBe('invalid_grant');
    await ended(first, third);
  });

  it('RFC 9700 §4.14.2: is good for one answer where fifty present it at once to two servers, and the grant ends', async () => {
    const other = await app.another();
    try {
      const { refresh_token, access_token } = await login();
      const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: client.id, refresh_token });
      const ask = (index: number) =>
        fetch(`${index % 2 ? other.issuer : app.issuer}/oauth2/token`, { method: 'POST', body });
      // However slowly they arrive, none is decided before all are there.
      const pools = [app.server, other].map(({ database }) => database.pool);
      const held = await app.server.database.pool.connect();
      await held.query('begin');
      await held.query('select from grants for update');
      const asked = Array.from({ length: 50 }, (_, index) => ask(index));
      await until(() => {
        const uses = pools.map(({ totalCount, idleCount, waitingCount }) => totalCount - idleCount + waitingCount);
        return uses[0]! + uses[1]! > asked.length;
      });
      await held.query('rollback');
      held.release();
      const answers = await Promise.all(asked);
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 400)]);
      const { refresh_token: next } = await answers.find(({ status }) => status === 200)!.json();
      expect((await userinfo(access_token)).status).toBe(401);
      expect((await use(next)).body.error).toBe('invalid_grant');
    } finally {
      await other.stop();
    }
  });

  it('ends the grant at once where the client is registered without retries', async () => {
    const strict = await buildClient(app, { refreshTokenPolicy: 'strict' });
    const first = await tokensOf(app, strict, user, 'openid profile');
    const { refresh_token: last } = (await refresh(app, strict, first.refresh_token)).body;
    expect((await refresh(app, strict, first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(app, strict, last)).body.error).toBe('invalid_grant');
    expect((await userinfo(first.access_token)).status).toBe(401);
  });
});
