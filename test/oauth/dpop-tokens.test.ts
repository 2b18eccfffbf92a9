import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '#product';
import { type Answer, useApp } from '../support/app.ts';
import { authorizePath, buildClient, buildUser, type BuiltUser, SECRET } from '../support/builders.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { buildService, hashOfToken, ownToken, Prover } from '../support/dpop.ts';
import { askForTokens, codeOf, redeem, redemption } from '../support/logins.ts';

const app = useApp();

let user: BuiltUser;
/** A public client, and a service account. */
let client: Client;
let service: Client;
let prover: Prover;
let thief: Prover;

beforeAll(async () => {
  user = await buildUser(app);
  client = await buildClient(app);
  service = await buildService(app);
  prover = await Prover.new(app);
  thief = await Prover.new(app);
});

const own = () => ownToken(service);

const outcome = ({ status, body }: Answer) => [status, body?.error];
const challengeOf = ({ headers }: Answer) => headers.get('www-authenticate');
const REFUSED = [400, 'invalid_dpop_proof'];
const ALGS = 'algs="ES256 PS256 EdDSA Ed25519"';

describe('a bound access token', () => {
  const GRAPHQL = { query: '{ viewer { __typename } }' };
  /** The doors, with how each is entered. */
  const doors: [string, string, string, unknown][] = [
    ['userinfo', 'GET', '/oauth2/userinfo', undefined],
    ['REST', 'GET', '/groups', undefined],
    ['GraphQL', 'POST', '/graphql', GRAPHQL],
  ];

  describe.each(doors)('at %s', (_name, method, path, body) => {
    let token: string;
    let unbound: string;
    beforeAll(async () => {
      ({ access_token: token } = await prover.tokensOf(client, user, 'openid read'));
      const { body: plain } = await redeem(app, client, await codeOf(app, client, user, { scope: 'openid read' }));
      unbound = plain.access_token;
    });
    const send = (headers: Record<string, string>) =>
      app.send(method, path, { headers, ...(body !== undefined && { body }) });

    it('RFC 9449 §7.1: works with a proof of its key, once for each proof', async () => {
      const headers = await prover.headers(method, path, token);
      expect((await send(headers)).status).toBe(200);
      const again = await send(headers);
      expect([again.status, challengeOf(again)]).toEqual([
        401,
        expect.stringMatching(/^DPoP error="invalid_dpop_proof"/),
      ]);
    });

    it('RFC 9449 §7.2: does not work as a bearer token', async () => {
      const answer = await send({ authorization: `Bearer ${token}` });
      expect([answer.status, challengeOf(answer)]).toEqual([401, `DPoP error="invalid_token", ${ALGS}`]);
    });

    it('RFC 9449 §7.1: does not work without a proof, with a proof of another key, method, URL or token', async () => {
      const wrong = [
        { authorization: `DPoP ${token}` },
        await thief.headers(method, path, token),
        await prover.headers('PUT', path, token),
        await prover.headers(method, '/elsewhere', token),
        await prover.headers(method, path, token, { ath: undefined }),
        await prover.headers(method, path, token, { ath: hashOfToken(unbound) }),
        { ...(await prover.headers(method, path, token)), dpop: 'nonsense' },
      ];
      for (const headers of wrong) {
        const answer = await send(headers);
        expect([answer.status, challengeOf(answer)]).toEqual([401, expect.stringMatching(/^DPoP error="invalid_/)]);
        expect(challengeOf(answer)).toContain(ALGS);
      }
    });

    it('RFC 9449 §7.1: an unbound token does not work with the scheme DPoP', async () => {
      expect((await send({ authorization: `Bearer ${unbound}` })).status).toBe(200);
      const answer = await send(await prover.headers(method, path, unbound));
      expect([answer.status, challengeOf(answer)]).toEqual([401, expect.stringMatching(/^DPoP error="invalid_token"/)]);
    });
  });

  it('works for a client’s own token too', async () => {
    const { body } = await prover.ask(own());
    const token: string = body.access_token;
    expect((await prover.use('GET', '/groups?limit=1', token)).status).toBe(200);
    expect((await prover.use('POST', '/graphql', token, {}, GRAPHQL)).status).toBe(200);
    expect((await app.send('GET', '/groups', { token })).status).toBe(401);
  });

  it('is asked for its proof once, also by a request with an Idempotency-Key', async () => {
    const { body } = await prover.ask({ ...own(), scope: 'write' });
    const token: string = body.access_token;
    const query = `mutation { createGroup(input: { name: "${crypto.randomUUID()}" }) { group { id } } }`;
    const create = async (proved: string) => {
      const headers = await prover.headers('POST', '/graphql', token, { jti: proved });
      return app.send('POST', '/graphql', { body: { query }, headers: { ...headers, 'idempotency-key': 'one' } });
    };
    const [first, again, replayed] = [await create('first'), await create('second'), await create('first')];
    expect([first.status, first.body.errors]).toEqual([200, undefined]);
    expect(again.text).toBe(first.text);
    expect([replayed.status, replayed.body.errors[0].extensions.code]).toEqual([401, 'INVALID_DPOP_PROOF']);
    const revoking = { client_id: service.id, client_secret: SECRET, token };
    await app.send('POST', '/oauth2/revoke', { body: new URLSearchParams(revoking) });
    expect((await create('third')).body.errors[0].extensions.code).toBe('INVALID_TOKEN');
  });

  it('RFC 9449 §6.2: is introspected with its key', async () => {
    const { access_token: token, refresh_token: next } = await prover.tokensOf(client, user);
    const ask = async (asked: string, by: Record<string, string>) =>
      (await app.send('POST', '/oauth2/introspect', { body: new URLSearchParams({ token: asked, ...by }) })).body;
    const by = { client_id: service.id, client_secret: SECRET };
    expect(await ask(token, by)).toMatchObject({ active: true, token_type: 'DPoP', cnf: { jkt: prover.jkt } });
    const unbound = await askForTokens(app, own());
    expect((await ask(unbound.body.access_token, by)).cnf).toBeUndefined();
    expect(next).toBeDefined();
  });

  it('ends with its grant like any other', async () => {
    const { access_token: token } = await prover.tokensOf(client, user);
    await app.send('POST', '/oauth2/revoke', { body: new URLSearchParams({ client_id: client.id, token }) });
    const answer = await prover.use('GET', '/oauth2/userinfo', token);
    expect([answer.status, challengeOf(answer)]).toEqual([401, expect.stringMatching(/^DPoP error="invalid_token"/)]);
  });
});

describe('the key of an authorization request', () => {
  it('RFC 9449 §10: has to redeem the code', async () => {
    const code = await codeOf(app, client, user, { dpop_jkt: prover.jkt });
    expect(outcome(await redeem(app, client, code))).toEqual([400, 'invalid_grant']);
    expect(outcome(await thief.ask(redemption(client, code)))).toEqual([400, 'invalid_grant']);
    expect((await prover.ask(redemption(client, code))).status).toBe(200);
  });

  it('RFC 9449 §10: is the key of a session that goes on, too', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    await browser.logIn(user);
    const page = await browser.open(authorizePath(client, { dpop_jkt: prover.jkt }));
    const code = new URL(page.url).searchParams.get('code')!;
    expect(outcome(await redeem(app, client, code))).toEqual([400, 'invalid_grant']);
    expect((await prover.ask(redemption(client, code))).status).toBe(200);
  });

  it('RFC 9449 §10: has to look like one', async () => {
    const browser = new BrowserLite(app.issuer);
    const page = await browser.open(authorizePath(client, { dpop_jkt: 'a key' }));
    expect(new URL(page.url).searchParams.get('error')).toBe('invalid_request');
  });

  const push = (by: Prover, more: object = {}) => {
    const asked = Object.fromEntries(new URLSearchParams(authorizePath(client).split('?')[1]));
    return by.ask({ ...asked, ...more }, {}, '/oauth2/par');
  };
  const codeOfPushed = async (reference: string) => {
    const browser = new BrowserLite(app.issuer);
    await browser.open(`/oauth2/authorize?${new URLSearchParams({ client_id: client.id, request_uri: reference })}`);
    return new URL((await browser.logIn(user)).url).searchParams.get('code')!;
  };

  it('RFC 9449 §10.1: a pushed request has it in a parameter or a proof, and in both the same', async () => {
    const { status, body } = await push(prover);
    expect(status).toBe(201);
    const code = await codeOfPushed(body.request_uri);
    expect(outcome(await thief.ask(redemption(client, code)))).toEqual([400, 'invalid_grant']);
    expect((await prover.ask(redemption(client, code))).status).toBe(200);
    expect((await push(prover, { dpop_jkt: prover.jkt })).status).toBe(201);
    expect(outcome(await push(prover, { dpop_jkt: thief.jkt }))).toEqual(REFUSED);
  });
});
