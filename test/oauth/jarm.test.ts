import { beforeAll, describe, expect, it } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { redeem } from '../support/logins.ts';

const app = useApp();
let client: Client;
let user: BuiltUser;

beforeAll(async () => {
  client = await buildClient(app);
  user = await buildUser(app);
});

/** What a signed answer says, as the client verifies it. */
async function read(response: string | null | undefined, of = client, algorithm = 'RS256'): Promise<JWTPayload> {
  const keys = createRemoteJWKSet(new URL(`${app.issuer}/oauth2/jwks`));
  const { payload } = await jwtVerify(response!, keys, {
    issuer: app.issuer,
    audience: of.id,
    algorithms: [algorithm],
    requiredClaims: ['exp'],
    currentDate: app.clock.now(),
  });
  return payload;
}

async function ask(given: Record<string, string | undefined>, of = client): Promise<BrowserLite> {
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(of, given));
  return browser;
}

const STANDARD = { iss: expect.any(String), aud: expect.any(String), exp: expect.any(Number) };

describe('a signed authorization response', () => {
  it.each(['query.jwt', 'jwt'])('JARM §2.3: is the one parameter of the query with %s', async (mode) => {
    const browser = await ask({ response_mode: mode });
    const answer = answerOf(await browser.logIn(user));
    expect(Object.keys(answer)).toEqual(['response']);
    const { code, ...others } = await read(answer['response']);
    expect(others).toEqual({ ...STANDARD, iss: app.issuer, aud: client.id, state: 'a state' });
    expect((await redeem(app, client, code as string)).status).toBe(200);
    // The session is there now, so the next answer comes at once.
    const again = answerOf(await browser.open(authorizePath(client, { response_mode: mode, state: undefined })));
    expect(await read(again['response'])).toEqual({ ...STANDARD, code: expect.any(String) });
  });

  it('JARM §2.3.3: is the one field of the form with form_post.jwt', async () => {
    const browser = await ask({ response_mode: 'form_post.jwt' });
    await browser.logIn(user);
    const { action, values } = browser.form();
    expect(action).toBe('https://rp.example/callback');
    expect([...values.keys()]).toEqual(['response']);
    const { code } = await read(values.get('response'));
    expect((await redeem(app, client, code as string)).status).toBe(200);
  });

  it('JARM §2.1: ends after ten minutes', async () => {
    const { response } = answerOf((await ask({ response_mode: 'jwt', prompt: 'none' })).page);
    const { exp } = await read(response);
    app.clock.advance(601);
    await expect(read(response)).rejects.toThrow('"exp" claim timestamp check failed');
    expect(exp! * 1000).toBeLessThan(app.clock.now().getTime());
  });

  it('JARM §2.1: has errors, too', async () => {
    const told = { ...STANDARD, state: 'a state', error_description: expect.any(String) };
    const errors: [Record<string, string>, string][] = [
      [{ prompt: 'none' }, 'login_required'],
      [{ scope: 'unknown' }, 'invalid_scope'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
    ];
    for (const [given, error] of errors) {
      const { response } = answerOf((await ask({ response_mode: 'jwt', ...given })).page);
      expect(await read(response)).toEqual({ ...told, error });
    }
  });

  it('JARM §2.1: says that the user has refused', async () => {
    const strange = await buildClient(app, { requireConsent: true });
    const browser = await ask({ response_mode: 'jwt', prompt: 'consent' }, strange);
    await browser.logIn(user);
    const { response } = answerOf(await browser.submit({ decision: 'deny' }));
    expect(await read(response, strange)).toMatchObject({ error: 'access_denied', state: 'a state' });
  });

  it.each(['ES256', 'PS256', 'EdDSA'] as const)(
    'JARM §3: is signed with %s for a client registered so',
    async (alg) => {
      const own = await buildClient(app, { authorizationSignedResponseAlg: alg });
      const { response } = answerOf((await ask({ response_mode: 'jwt', prompt: 'none' }, own)).page);
      expect(await read(response, own, alg)).toMatchObject({ error: 'login_required' });
    },
  );

  it('is never in a fragment, and tells so', async () => {
    const { page } = await ask({ response_mode: 'fragment.jwt' });
    expect(new URL(page.url).hash).toBe('');
    expect(await read(answerOf(page)['response'])).toMatchObject({ error: 'invalid_request' });
  });

  it('is in the query for an address that no form can be posted to', async () => {
    const native = await buildClient(app, { redirectUris: ['com.example.app:/callback'] });
    const { url } = (await ask({ response_mode: 'form_post.jwt' }, native)).page;
    expect(url).toMatch(/^com\.example\.app:\/callback\?response=/);
    const answer = Object.fromEntries(new URL(url).searchParams);
    expect(await read(answer['response'], native)).toMatchObject({ error: 'invalid_request' });
  });

  it('is not sent to an address that is not the client’s', async () => {
    const { page } = await ask({ response_mode: 'jwt', redirect_uri: 'https://evil.example/' });
    expect(page.status).toBe(400);
    expect(page.html).not.toContain('evil.example');
  });

  it('is no ID token: no hint, and no token of access', async () => {
    const browser = await ask({ response_mode: 'jwt' });
    const { response } = answerOf(await browser.logIn(user));
    const hinted = answerOf(await browser.open(authorizePath(client, { id_token_hint: response })));
    expect(hinted).toMatchObject({ error: 'invalid_request' });
    for (const path of ['/oauth2/userinfo', '/groups'])
      expect((await app.send('GET', path, { token: response })).status).toBe(401);
  });

  it('JARM §4: is in the metadata', async () => {
    const { body } = await app.send('GET', '/.well-known/openid-configuration');
    expect(body.response_modes_supported).toEqual(expect.arrayContaining(['jwt', 'query.jwt', 'form_post.jwt']));
    expect(body.response_modes_supported).not.toContain('fragment.jwt');
    expect(body.authorization_signing_alg_values_supported).toEqual(body.id_token_signing_alg_values_supported);
  });
});

describe('registering what signs the responses', () => {
  const UPDATE = `mutation ($id: ID!, $input: UpdateClientInput!) {
    updateClient(id: $id, input: $input) { client { authorizationSignedResponseAlg } } }`;

  it('JARM §3: is RS256 unless another algorithm is given', async () => {
    const { id } = await buildClient(app);
    const token = await app.token('admin');
    const READ = 'query ($id: ID!) { client(id: $id) { authorizationSignedResponseAlg } }';
    expect((await app.data(token, READ, { id })).client).toEqual({ authorizationSignedResponseAlg: 'RS256' });
    const changed = await app.data(token, UPDATE, { id, input: { authorizationSignedResponseAlg: 'ES256' } });
    expect(changed.updateClient.client).toEqual({ authorizationSignedResponseAlg: 'ES256' });
    const body = { authorization_signed_response_alg: 'PS256' };
    expect((await app.send('PUT', `/api/clients/${id}`, { token, body })).status).toBe(200);
    expect((await app.data(token, READ, { id })).client).toEqual({ authorizationSignedResponseAlg: 'PS256' });
  });

  it('JARM §3: refuses none, and what a client does not hold', async () => {
    const token = await app.token('admin');
    for (const authorization_signed_response_alg of ['none', 'HS256', 7]) {
      const body = { authorization_signed_response_alg };
      expect((await app.send('PUT', `/api/clients/${client.id}`, { token, body })).status).toBe(400);
    }
    const reader = await app.token('read');
    const { errors } = (
      await app.graphql(reader, UPDATE, { id: client.id, input: { authorizationSignedResponseAlg: 'ES256' } })
    ).body;
    expect(errors[0].extensions.code).toBe('INSUFFICIENT_SCOPE');
  });
});
