import { createHmac, generateKeyPairSync } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { exportJWK } from 'jose';
import type { Client } from '#product';
import { type Answer, useApp } from '../support/app.ts';
import { buildClient, buildUser, type BuiltUser, SECRET } from '../support/builders.ts';
import { buildDeviceClient, codesOf, decide, DEVICE_CODE } from '../support/devices.ts';
import { buildService, ownToken, Prover } from '../support/dpop.ts';
import { askForTokens, claimsIn, codeOf, redeem, redemption, refresh, refreshing } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
const demanding = useApp({ DPOP_NONCES: 'everywhere' });
const easy = useApp({ DPOP_NONCES: 'off' });

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

describe('the token endpoint, with a proof of possession', () => {
  it.each(['ES256', 'PS256', 'EdDSA', 'Ed25519'])(
    'RFC 9449 §5: binds an access token to the key, with a proof signed by %s',
    async (alg) => {
      const by = await Prover.new(app, alg);
      const { status, body } = await by.ask(own());
      expect([status, body.token_type]).toEqual([200, 'DPoP']);
    },
  );

  it('RFC 9449 §6.1: writes the thumbprint of the key into the access token', async () => {
    const { body } = await prover.ask(own());
    expect(claimsIn(body.access_token).cnf).toEqual({ jkt: prover.jkt });
  });

  it('RFC 9449 §5: binds the tokens of every grant type', async () => {
    const { access_token: token, refresh_token: next, token_type: type } = await prover.tokensOf(client, user);
    expect([type, claimsIn(token).cnf]).toEqual(['DPoP', { jkt: prover.jkt }]);
    const refreshed = await prover.ask(refreshing(client, next));
    expect([refreshed.body.token_type, claimsIn(refreshed.body.access_token).cnf]).toEqual([
      'DPoP',
      { jkt: prover.jkt },
    ]);
    const device = await buildDeviceClient(app);
    const codes = await codesOf(app, device, { scope: 'openid offline_access' });
    const polling = { grant_type: DEVICE_CODE, client_id: device.id, device_code: codes.device_code };
    expect(outcome(await prover.ask(polling))).toEqual([400, 'authorization_pending']);
    await decide(app, codes, user);
    const polled = await prover.ask(polling);
    expect([polled.body.token_type, claimsIn(polled.body.access_token).cnf]).toEqual(['DPoP', { jkt: prover.jkt }]);
    expect(outcome(await refresh(app, device, polled.body.refresh_token))).toEqual([400, 'invalid_grant']);
    expect((await prover.ask(refreshing(device, polled.body.refresh_token))).status).toBe(200);
  });

  it('binds nothing without a proof', async () => {
    const { body, headers } = await askForTokens(app, own());
    expect([body.token_type, claimsIn(body.access_token).cnf]).toEqual(['Bearer', undefined]);
    expect(headers.get('dpop-nonce')).toBeNull();
  });

  it('RFC 9449 §5: binds the refresh tokens of public clients, and theirs alone', async () => {
    const { refresh_token: bound } = await prover.tokensOf(client, user);
    expect(outcome(await refresh(app, client, bound))).toEqual([400, 'invalid_grant']);
    expect(outcome(await thief.ask(refreshing(client, bound)))).toEqual([400, 'invalid_grant']);
    const { body } = await prover.ask(refreshing(client, bound));
    expect(outcome(await thief.ask(refreshing(client, body.refresh_token)))).toEqual([400, 'invalid_grant']);
    expect((await prover.ask(refreshing(client, body.refresh_token))).status).toBe(200);

    const secret = { client_secret: SECRET };
    const code = await codeOf(app, service, user, { scope: 'openid offline_access' });
    const { body: first } = await prover.ask({ ...redemption(service, code), ...secret });
    const { status, body: second } = await thief.ask({ ...refreshing(service, first.refresh_token), ...secret });
    expect([status, claimsIn(second.access_token).cnf]).toEqual([200, { jkt: thief.jkt }]);
  });

  it('RFC 9449 §5: a refresh token that was used with its key does not end its grant in the hands of a thief', async () => {
    const { refresh_token: first } = await prover.tokensOf(client, user);
    const { body } = await prover.ask(refreshing(client, first));
    expect(outcome(await refresh(app, client, first))).toEqual([400, 'invalid_grant']);
    expect(outcome(await thief.ask(refreshing(client, first)))).toEqual([400, 'invalid_grant']);
    expect((await prover.ask(refreshing(client, body.refresh_token))).status).toBe(200);
  });

  it('binds the refresh tokens of a public client from its first proof on', async () => {
    const { body } = await redeem(app, client, await codeOf(app, client, user, { scope: 'openid offline_access' }));
    const { body: next } = await prover.ask(refreshing(client, body.refresh_token));
    expect(outcome(await refresh(app, client, next.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('RFC 9449 §5.2: gives a client that is registered for bound tokens no others', async () => {
    const strict = await buildService(app, { dpopBoundAccessTokens: true });
    const asking = ownToken(strict);
    expect(outcome(await askForTokens(app, asking))).toEqual([400, 'invalid_request']);
    expect((await prover.ask(asking)).body.token_type).toBe('DPoP');
  });

  it('takes no round trip more, and a token in use neither', async () => {
    await prover.ask(own());
    expect((await queriesOf(() => prover.ask(own()))).length).toBe(1);
    const { access_token: token } = await prover.tokensOf(client, user);
    expect((await queriesOf(() => prover.use('GET', '/oauth2/userinfo', token))).length).toBe(1);
  });
});

describe('the metadata', () => {
  it('RFC 9449 §5.1: has the algorithms of proofs', async () => {
    const { body } = await app.send('GET', '/.well-known/openid-configuration');
    expect(body.dpop_signing_alg_values_supported).toEqual(['ES256', 'PS256', 'EdDSA', 'Ed25519']);
  });
});

describe('a proof of possession', () => {
  beforeAll(() => prover.ask(own()));

  const wrongClaims: [string, Record<string, unknown>][] = [
    ['another method', { htm: 'GET' }],
    ['a method in small letters', { htm: 'post' }],
    ['another path', { htu: 'http://localhost/oauth2/userinfo' }],
    ['another host', { htu: 'https://evil.example/oauth2/token' }],
    ['no URL', { htu: '/oauth2/token' }],
    ['no htu', { htu: undefined }],
    ['too long ago', { iat: 1_000_000 }],
    ['in the future', { iat: 9_999_999_999 }],
    ['a time as text', { iat: '1' }],
    ['no iat', { iat: undefined }],
    ['an end that has passed', { exp: 1_000_000 }],
    ['an end that is no time', { exp: 'never' }],
    ['a beginning in the future', { nbf: 9_999_999_999 }],
    ['no jti', { jti: undefined }],
    ['an empty jti', { jti: '' }],
    ['a jti that is too long', { jti: 'j'.repeat(256) }],
    ['a jti that is no text', { jti: 1 }],
  ];

  it.each(wrongClaims)('RFC 9449 §4.3: is refused for %s', async (_name, claims) => {
    expect(outcome(await prover.ask(own(), claims))).toEqual(REFUSED);
  });

  it('RFC 9449 §4.3: the URL counts without query and fragment, in its normal form', async () => {
    for (const htu of [`${app.issuer}/oauth2/token?a=b#c`, `${app.issuer.replace('http:', 'HTTP:')}/x/../oauth2/token`])
      expect((await prover.ask(own(), { htu })).status).toBe(200);
  });

  it('RFC 9449 §4.3: the URL is the public one, whatever a caller says of itself', async () => {
    const headers = {
      dpop: await prover.proof('POST', '/oauth2/token', { htu: 'https://evil.example/oauth2/token' }),
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    };
    expect(outcome(await askForTokens(app, own(), headers))).toEqual(REFUSED);
  });

  const sendProof = (dpop: string) => askForTokens(app, own(), { dpop });

  it('RFC 9449 §4.3: has the type of a proof', async () => {
    for (const typ of [undefined, '', 'JWT', 'text/dpop+jwt', 'application/', ['dpop+jwt']] as string[])
      expect(outcome(await sendProof(await prover.proof('POST', '/oauth2/token', {}, { typ })))).toEqual(REFUSED);
  });

  it('RFC 7515 §4.1.9: names the type as a media type, in any case', async () => {
    for (const typ of ['DPOP+JWT', 'application/dpop+jwt', 'Application/DPoP+jwt'])
      expect((await sendProof(await prover.proof('POST', '/oauth2/token', {}, { typ }))).status).toBe(200);
  });

  it('RFC 9449 §4.3: is signed with an asymmetric algorithm', async () => {
    const [, payload] = (await prover.proof('POST', '/oauth2/token')).split('.');
    const encode = (header: object) => Buffer.from(JSON.stringify(header)).toString('base64url');
    const none = encode({ typ: 'dpop+jwt', alg: 'none', jwk: prover.jwk });
    expect(outcome(await sendProof(`${none}.${payload}.`))).toEqual(REFUSED);
    for (const jwk of [prover.jwk, { kty: 'oct', k: 'c2VjcmV0' }]) {
      const input = `${encode({ typ: 'dpop+jwt', alg: 'HS256', jwk })}.${payload}`;
      const mac = createHmac('sha256', 'secret').update(input).digest('base64url');
      expect(outcome(await sendProof(`${input}.${mac}`))).toEqual(REFUSED);
    }
    for (const alg of ['RS256', 'ES384']) {
      const other = await Prover.new(app, alg);
      expect(outcome(await sendProof(await other.proof('POST', '/oauth2/token')))).toEqual(REFUSED);
    }
  });

  it('RFC 9449 §4.3: is signed with the key in it', async () => {
    const forged = await thief.proof('POST', '/oauth2/token', { nonce: prover.nonce }, { jwk: prover.jwk });
    expect(outcome(await sendProof(forged))).toEqual(REFUSED);
    const [head, payload, signature] = (await prover.proof('POST', '/oauth2/token')).split('.');
    const other = Buffer.from(JSON.stringify({ htm: 'POST' })).toString('base64url');
    expect(outcome(await sendProof(`${head}.${other}.${signature}`))).toEqual(REFUSED);
    expect(outcome(await sendProof(`${head}.${payload}`))).toEqual(REFUSED);
  });

  it('RFC 9449 §4.3: has no private key in it', async () => {
    const jwk = await exportJWK(prover.privateKey);
    expect(jwk.d).toBeDefined();
    expect(outcome(await sendProof(await prover.proof('POST', '/oauth2/token', {}, { jwk })))).toEqual(REFUSED);
  });

  it('has a key of its algorithm, long enough, in its only spelling', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const short = { ...publicKey.export({ format: 'jwk' }) };
    const { x, y } = prover.jwk;
    for (const jwk of [
      undefined,
      null,
      'key',
      [],
      short,
      { kty: 'EC', crv: 'P-256', x, y: x },
      { kty: 'EC', crv: 'P-384', x, y },
    ])
      expect(outcome(await sendProof(await prover.proof('POST', '/oauth2/token', {}, { jwk })))).toEqual(REFUSED);
    const padded = { ...prover.jwk, x: `${x}=` };
    expect(outcome(await sendProof(await prover.proof('POST', '/oauth2/token', {}, { jwk: padded })))).toEqual(REFUSED);
  });

  it('RFC 7515 §4.1.11: has no extension that must be understood', async () => {
    const [, payload, signature] = (await prover.proof('POST', '/oauth2/token')).split('.');
    const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: prover.jwk, crit: ['b64'], b64: false };
    const head = Buffer.from(JSON.stringify(header)).toString('base64url');
    expect(outcome(await sendProof(`${head}.${payload}.${signature}`))).toEqual(REFUSED);
  });

  it('RFC 9449 §4.3: is one alone, of a bounded length', async () => {
    const proof = await prover.proof('POST', '/oauth2/token');
    expect(outcome(await sendProof(`${proof}, ${await prover.proof('POST', '/oauth2/token')}`))).toEqual(REFUSED);
    for (const text of ['', 'a.b.c', 'x'.repeat(5000)]) expect(outcome(await sendProof(text))).toEqual(REFUSED);
    const long = await prover.proof('POST', '/oauth2/token', { more: 'x'.repeat(4096) });
    expect(outcome(await sendProof(long))).toEqual(REFUSED);
  });

  it('RFC 9449 §11.1: works once', async () => {
    const proof = await prover.proof('POST', '/oauth2/token');
    expect((await sendProof(proof)).status).toBe(200);
    expect(outcome(await sendProof(proof))).toEqual(REFUSED);
    const another = await prover.proof('POST', '/oauth2/token');
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendProof(another)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('the same jti of another key is another proof', async () => {
    for (const by of [prover, thief]) expect((await by.ask(own(), { jti: 'the same' })).status).toBe(200);
    expect(outcome(await prover.ask(own(), { jti: 'the same' }))).toEqual(REFUSED);
  });

  it('of an unknown client leaves nothing behind', async () => {
    const count = async () => (await app.server.database.pool.query('select from used_proofs')).rows.length;
    const before = await count();
    const answer = await prover.ask({ ...own(), client_id: 'unknown' });
    expect([outcome(answer), await count()]).toEqual([[401, 'invalid_client'], before]);
  });
});

describe('nonces of the server', () => {
  const PERIOD_SECONDS = 120;
  // To the beginning of a period, so that the next one does not begin during a test.
  beforeEach(() => {
    for (const { clock } of [app, demanding])
      clock.advance(PERIOD_SECONDS - ((clock.now().getTime() / 1000) % PERIOD_SECONDS));
  });

  it('RFC 9449 §8: are demanded of requests for tokens, and told', async () => {
    const by = await Prover.new(app);
    const first = await askForTokens(app, own(), { dpop: await by.proof('POST', '/oauth2/token') });
    expect(outcome(first)).toEqual([400, 'use_dpop_nonce']);
    by.nonce = first.headers.get('dpop-nonce')!;
    const second = await askForTokens(app, own(), { dpop: await by.proof('POST', '/oauth2/token') });
    expect([second.status, second.headers.get('dpop-nonce')]).toEqual([200, by.nonce]);
  });

  it('RFC 9449 §8: are not accepted of others, altered, or for long', async () => {
    const by = await Prover.new(app);
    await by.ask(own());
    const { nonce } = by;
    const [step, mac] = nonce!.split('.');
    for (const wrong of ['', 'nonce', `${Number(step) + 1}.${mac}`, `${step}.${'A'.repeat(43)}`, 7, `${nonce}.`]) {
      const dpop = await by.proof('POST', '/oauth2/token', { nonce: wrong });
      expect(outcome(await askForTokens(app, own(), { dpop }))).toEqual([400, 'use_dpop_nonce']);
    }
    app.clock.advance(PERIOD_SECONDS);
    expect((await askForTokens(app, own(), { dpop: await by.proof('POST', '/oauth2/token', { nonce }) })).status).toBe(
      200,
    );
    app.clock.advance(PERIOD_SECONDS);
    const late = await askForTokens(app, own(), { dpop: await by.proof('POST', '/oauth2/token', { nonce }) });
    expect(outcome(late)).toEqual([400, 'use_dpop_nonce']);
  });

  it('RFC 9449 §9: are demanded at the use of tokens, if the server is configured so', async () => {
    const by = await Prover.new(demanding);
    const { clientId, clientSecret } = demanding.customer;
    const { body } = await by.ask({ ...own(), client_id: clientId, client_secret: clientSecret });
    for (const path of ['/groups', '/oauth2/userinfo']) {
      const answer = await by.use('GET', path, body.access_token);
      expect([answer.status, challengeOf(answer)]).toEqual([
        401,
        expect.stringMatching(/^DPoP error="use_dpop_nonce"/),
      ]);
      expect(answer.headers.get('dpop-nonce')).toBe(by.nonce);
    }
    expect((await by.use('GET', '/groups', body.access_token, { nonce: by.nonce })).status).toBe(200);
  });

  it('are not demanded, if the server is configured so', async () => {
    const by = await Prover.new(easy);
    const { clientId, clientSecret } = easy.customer;
    const asked = { ...own(), client_id: clientId, client_secret: clientSecret };
    const answer = await askForTokens(easy, asked, { dpop: await by.proof('POST', '/oauth2/token') });
    expect([answer.status, answer.headers.get('dpop-nonce')]).toEqual([200, null]);
  });

  it('CORS: pages may send proofs and read nonces', async () => {
    const page = await buildClient(app, { redirectUris: ['https://page.example/'] });
    const origin = 'https://page.example';
    const preflight = await app.send('OPTIONS', '/oauth2/token', {
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'dpop' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('dpop');
    const dpop = await (await Prover.new(app)).proof('POST', '/oauth2/token');
    const { headers, body } = await askForTokens(app, redemption(page, 'a code'), { origin, dpop });
    expect([body.error, headers.get('access-control-allow-origin')]).toEqual(['use_dpop_nonce', origin]);
    expect(headers.get('access-control-expose-headers')).toContain('dpop-nonce');
  });
});
