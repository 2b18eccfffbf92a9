import { beforeAll, describe, expect, it } from '@jest/globals';
import { createPublicKey, verify } from 'node:crypto';
import { type Client, hashOfGenerated } from '#product';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser, type BuiltUser, CHALLENGE } from '../support/builders.ts';
import { claimsIn, codeOf, redeem, refresh, tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let client: Client;
let user: BuiltUser;
beforeAll(async () => {
  client = await buildClient(app);
  user = await buildUser(app);
});

const newCode = (given?: Record<string, string>) => codeOf(app, client, user, given);
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const userinfo = (token: string) => app.send('GET', '/oauth2/userinfo', { token });

describe('redeeming a code', () => {
  it('RFC 6749 §4.1.4, OIDC Core §3.1.3.3: answers access, refresh and ID token, which nobody may keep', async () => {
    const { status, headers, body } = await redeem(app, client, await newCode());
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'openid profile',
      refresh_token: expect.stringMatching(/^rt_[\w-]{65}$/),
      id_token: expect.any(String),
    });
  });

  it('OIDC Core §2, §15.1: answers an ID token, nonce and auth_time in it, signed with RS256 by a key of the key set', async () => {
    const { body } = await redeem(app, client, await newCode({ nonce: 'n-0S6_WzA2Mj' }));
    const [header, payload, signature] = body.id_token.split('.');
    const { alg, kid, typ } = JSON.parse(Buffer.from(header, 'base64url').toString());
    expect([alg, typ]).toEqual(['RS256', 'JWT']);
    const { keys } = (await app.send('GET', '/oauth2/jwks')).body;
    const key = createPublicKey({ key: keys.find((jwk: { kid: string }) => jwk.kid === kid), format: 'jwk' });
    const good = verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'));
    expect(good).toBe(true);
    const claims = claimsIn(body.id_token);
    expect(claims).toEqual({
      iss: app.issuer,
      sub: user.id,
      aud: client.id,
      iat: expect.any(Number),
      exp: claims.iat + 900,
      auth_time: expect.any(Number),
      nonce: 'n-0S6_WzA2Mj',
      at_hash: expect.stringMatching(/^[\w-]{22}$/),
      amr: ['pwd'],
      acr: 'urn:guildhall:acr:1',
      sid: claimsIn(body.access_token).sid,
    });
  });

  it('OIDC Core §3.1.2.1: answers no ID token without the scope openid, and no refresh token to a client not registered for it', async () => {
    const modest = await buildClient(app, { grantTypes: ['authorization_code'] });
    const code = await codeOf(app, modest, user, { scope: 'profile' });
    const { body } = await redeem(app, modest, code);
    expect(Object.keys(body).toSorted()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
  });

  it('tells the groups in the ID token only when the scope groups is granted', async () => {
    expect(claimsIn((await tokensOf(app, client, user, 'openid')).id_token)).not.toHaveProperty('groups');
    expect(claimsIn((await tokensOf(app, client, user, 'openid groups')).id_token).groups).toEqual([]);
  });

  it('drops scopes the client has lost since', async () => {
    const shrinking = await buildClient(app);
    const code = await codeOf(app, shrinking, user, { scope: 'openid profile email' });
    await rows(`update clients set scopes = '{openid,email}' where id = $1`, shrinking.id);
    expect((await redeem(app, shrinking, code)).body.scope).toBe('openid email');
  });

  it('takes two statements', async () => {
    const code = await newCode();
    expect(await queriesOf(() => redeem(app, client, code))).toHaveLength(2);
  });

  it('lets an access token end with the login, unless offline_access lets it outlive that', async () => {
    const short = await codeOf(app, client, user);
    const long = await codeOf(app, client, user, { scope: 'openid offline_access' });
    await rows(`update sessions set expires_at = $1`, new Date(app.clock.now().getTime() + 100_000));
    expect((await redeem(app, client, short)).body.expires_in).toBeLessThanOrEqual(100);
    expect((await redeem(app, client, long)).body.expires_in).toBe(900);
  });
});

describe('a code', () => {
  const refused = async (given: Record<string, string | undefined>, error = 'invalid_grant') => {
    const code = await newCode();
    const { status, body } = await redeem(app, client, code, given);
    expect([status, body.error]).toEqual([400, error]);
    // What was not meant for it does not use the code up.
    expect((await redeem(app, client, code)).status).toBe(200);
  };

  it('RFC 6749 §4.1.3: is bound to its client', async () => {
    await refused({ client_id: (await buildClient(app)).id });
  });

  it('is bound to its customer’s client', async () => {
    const { customerId } = await app.newCustomer();
    await refused({ client_id: (await buildClient(app, { customerId })).id });
  });

  it('RFC 6749 §4.1.3, §10.6: is bound to its redirect URI, compared as it is', async () => {
    await refused({ redirect_uri: 'https://rp.example/callback/' });
    await refused({ redirect_uri: undefined }, 'invalid_request');
  });

  it('is refused where the client has lost its redirect URI since, and ends what it bought if it was used', async () => {
    const [kept, lost] = ['https://kept.example/callback', 'https://lost.example/callback'];
    const moving = await buildClient(app, { redirectUris: [lost, kept] });
    const used = await codeOf(app, moving, user, { redirect_uri: lost });
    const bought = (await redeem(app, moving, used)).body;
    const code = await codeOf(app, moving, user, { redirect_uri: lost });
    const other = await codeOf(app, moving, user, { redirect_uri: kept });
    const update = `mutation ($id: ID!, $uris: [String!]) {
      updateClient(id: $id, input: { redirectUris: $uris }) { client { id } }
    }`;
    await app.data(await app.token('admin'), update, { id: moving.id, uris: [kept] });
    const { status, body } = await redeem(app, moving, code);
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect((await userinfo(bought.access_token)).status).toBe(200);
    expect((await redeem(app, moving, used)).body.error).toBe('invalid_grant');
    expect((await userinfo(bought.access_token)).status).toBe(401);
    expect((await redeem(app, moving, other, { redirect_uri: kept })).status).toBe(200);
  });

  it('RFC 8252 §7.3: is good at a loopback address of another port than the registered one', async () => {
    const native = await buildClient(app, { redirectUris: ['http://127.0.0.1/callback'] });
    const redirect_uri = 'http://127.0.0.1:49152/callback';
    const code = await codeOf(app, native, user, { redirect_uri });
    expect((await redeem(app, native, code, { redirect_uri })).status).toBe(200);
  });

  it('RFC 7636 §4.6: is bound to its code verifier', async () => {
    await refused({ code_verifier: 'x'.repeat(43) });
    await refused({ code_verifier: undefined });
    await refused({ code_verifier: CHALLENGE });
    await refused({ code_verifier: 'short' }, 'invalid_request');
  });

  it('RFC 9700 §4.8.2: is refused with a verifier where there was no challenge', async () => {
    const secret = 'ghs_secret';
    const plain = await buildClient(app, {
      type: 'confidential',
      tokenEndpointAuthMethod: 'client_secret_post',
      secretHash: hashOfGenerated(secret),
      requirePkce: false,
    });
    const without = { code_challenge: undefined, code_challenge_method: undefined, nonce: 'n' };
    const code = await codeOf(app, plain, user, without);
    expect((await redeem(app, plain, code, { client_secret: secret })).body.error).toBe('invalid_grant');
    expect((await redeem(app, plain, code, { client_secret: secret, code_verifier: undefined })).status).toBe(200);
  });

  it('RFC 6749 §4.1.2: lives a minute', async () => {
    const code = await newCode();
    app.clock.advance(61);
    expect((await redeem(app, client, code)).body.error).toBe('invalid_grant');
  });

  it('is bound to a user who may still sign in', async () => {
    const leaving = await buildUser(app);
    const code = await codeOf(app, client, leaving);
    await rows('update users set is_active = false where id = $1', leaving.id);
    expect((await redeem(app, client, code)).body.error).toBe('invalid_grant');
  });

  it('is bound to its session', async () => {
    const leaving = await buildUser(app);
    const code = await codeOf(app, client, leaving);
    await rows('delete from sessions where user_id = $1', leaving.id);
    expect((await redeem(app, client, code)).body.error).toBe('invalid_grant');
  });
});

describe('a code used twice', () => {
  it('RFC 6749 §4.1.2: is refused, and ends all that it bought', async () => {
    const code = await newCode();
    const { body: tokens } = await redeem(app, client, code);
    expect((await userinfo(tokens.access_token)).status).toBe(200);
    const again = await redeem(app, client, code);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expect((await userinfo(tokens.access_token)).status).toBe(401);
    expect((await refresh(app, client, tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('leaves a line in the audit trail, and one only', async () => {
    const code = await newCode();
    const { body: tokens } = await redeem(app, client, code);
    await redeem(app, client, code);
    await redeem(app, client, code);
    const { gid } = claimsIn(tokens.access_token);
    const events = await rows('select * from audit_events where subject_id = $1', gid);
    expect(events).toMatchObject([
      {
        action: 'authorization_code.reused',
        customer_id: client.customerId,
        actor_type: 'client',
        actor_id: client.id,
        subject_type: 'grant',
        details: { userId: user.id, clientId: client.id },
      },
    ]);
  });

  it('ends nothing when whoever repeats it does not know the verifier', async () => {
    const code = await newCode();
    const { body: tokens } = await redeem(app, client, code);
    await redeem(app, client, code, { code_verifier: 'x'.repeat(43) });
    expect((await userinfo(tokens.access_token)).status).toBe(200);
  });

  it('RFC 6749 §10.5: yields tokens exactly once, however many try at once', async () => {
    const code = await newCode();
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(app, client, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(19);
  });
});
