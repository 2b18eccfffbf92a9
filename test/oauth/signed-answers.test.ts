import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, jwtVerify, type JWTVerifyResult } from 'jose';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { claimsIn, refresh, tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let user: BuiltUser;
beforeAll(async () => {
  user = await buildUser(app);
});

/** What a relying party reads that checks signature, issuer and audience. */
async function verified(jwt: string, audience: string): Promise<JWTVerifyResult> {
  const keys = createLocalJWKSet((await app.send('GET', '/oauth2/jwks')).body);
  return jwtVerify(jwt, keys, { issuer: app.issuer, audience, currentDate: app.clock.now() });
}

describe('userinfo for a client that wants it signed', () => {
  it.each(['RS256', 'ES256', 'PS256', 'EdDSA'] as const)(
    'OIDC Core §5.3.2: is a JWT of application/jwt, with iss and aud, signed with %s',
    async (alg) => {
      const client = await buildClient(app, { userinfoSignedResponseAlg: alg });
      const { access_token: token, id_token } = await tokensOf(app, client, user, 'openid email');
      const { status, headers, text } = await app.send('GET', '/oauth2/userinfo', { token });
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/jwt');
      expect(headers.get('cache-control')).toBe('no-store');
      const { protectedHeader, payload } = await verified(text, client.id);
      expect(protectedHeader).toEqual({ alg, typ: 'JWT', kid: expect.any(String) });
      expect(payload).toEqual({
        iss: app.issuer,
        aud: client.id,
        sub: claimsIn(id_token).sub,
        groups: [],
        email: user.email,
        email_verified: false,
      });
      const body = new URLSearchParams({ access_token: token });
      const posted = await app.send('POST', '/oauth2/userinfo', { body });
      expect((await verified(posted.text, client.id)).payload.sub).toBe(user.id);
    },
  );

  it('takes one statement', async () => {
    const client = await buildClient(app, { userinfoSignedResponseAlg: 'ES256' });
    const { access_token: token } = await tokensOf(app, client, user, 'openid');
    expect(await queriesOf(() => app.send('GET', '/oauth2/userinfo', { token }))).toHaveLength(1);
  });

  it('is no token: neither access token nor anything to log out with', async () => {
    const client = await buildClient(app, { userinfoSignedResponseAlg: 'RS256' });
    const { access_token } = await tokensOf(app, client, user, 'openid');
    const { text: token } = await app.send('GET', '/oauth2/userinfo', { token: access_token });
    expect((await app.send('GET', '/oauth2/userinfo', { token })).status).toBe(401);
    expect((await app.send('GET', '/groups', { token })).status).toBe(401);
  });

  it('OIDC Core §5.3.3: tells of errors unsigned, as to everybody', async () => {
    const { status, headers } = await app.send('GET', '/oauth2/userinfo', { token: 'nonsense' });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toMatch(/error="invalid_token"/);
  });
});

describe('ID tokens', () => {
  it.each([
    ['ES256', 'sha256'],
    ['PS256', 'sha256'],
    ['EdDSA', 'sha512'],
  ] as const)('OIDC Core §2: are signed with %s for a client registered so, refreshed ones too', async (alg, hash) => {
    const client = await buildClient(app, { idTokenSignedResponseAlg: alg });
    const first = await tokensOf(app, client, user, 'openid');
    const second = (await refresh(app, client, first.refresh_token)).body;
    for (const { id_token, access_token } of [first, second]) {
      const { protectedHeader, payload } = await verified(id_token, client.id);
      expect(protectedHeader.alg).toBe(alg);
      // OIDC Core §3.1.3.6
      const whole = createHash(hash).update(access_token).digest();
      expect(payload['at_hash']).toBe(whole.subarray(0, whole.length / 2).toString('base64url'));
    }
    const usual = await tokensOf(app, await buildClient(app), user, 'openid');
    expect((await verified(usual.id_token, claimsIn(usual.id_token).aud)).protectedHeader.alg).toBe('RS256');
  });

  it('OIDC Core §5.4: hold the claims of the granted scopes for a client registered so, refreshed ones as they are by then', async () => {
    const ada = await buildUser(app, { name: 'Ada Lovelace', username: 'ada', emailVerified: true });
    const client = await buildClient(app, { idTokenClaims: true });
    const first = await tokensOf(app, client, ada, 'openid email');
    expect(claimsIn(first.id_token)).toMatchObject({ sub: ada.id, email: ada.email, email_verified: true });
    expect(claimsIn(first.id_token)).not.toHaveProperty('name');
    expect(claimsIn(first.id_token)).not.toHaveProperty('groups');
    const all = await tokensOf(app, client, ada, 'openid profile email groups');
    const info = await app.send('GET', '/oauth2/userinfo', { token: all.access_token });
    expect(claimsIn(all.id_token)).toMatchObject({ ...info.body, preferred_username: 'ada' });
    await app.server.database.pool.query('update users set username = $1 where id = $2', ['countess', ada.id]);
    const again = (await refresh(app, client, all.refresh_token)).body;
    expect(claimsIn(again.id_token).preferred_username).toBe('countess');
  });

  it('hold none of them for any other client, and cost a statement more only where they do', async () => {
    const plain = await buildClient(app);
    const tokens = await tokensOf(app, plain, user, 'openid profile email');
    for (const claim of ['name', 'email', 'preferred_username'])
      expect(claimsIn(tokens.id_token)).not.toHaveProperty(claim);
    const telling = await tokensOf(app, await buildClient(app, { idTokenClaims: true }), user, 'openid email');
    const without = await queriesOf(() => refresh(app, plain, tokens.refresh_token));
    const client = { id: claimsIn(telling.id_token).aud } as Client;
    expect(await queriesOf(() => refresh(app, client, telling.refresh_token))).toHaveLength(without.length + 1);
  });

  it('OIDC Discovery §3: and userinfo have their algorithms in the metadata', async () => {
    const { body } = await app.send('GET', '/.well-known/openid-configuration');
    expect(body.id_token_signing_alg_values_supported).toEqual(
      expect.arrayContaining(['RS256', 'ES256', 'PS256', 'EdDSA']),
    );
    expect(body.userinfo_signing_alg_values_supported).toEqual(
      expect.arrayContaining(['RS256', 'ES256', 'PS256', 'EdDSA']),
    );
  });
});
