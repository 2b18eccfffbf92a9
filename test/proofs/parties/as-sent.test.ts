import { hash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { useApp } from '../../support/app.ts';
import { answerOf, buildUser, type BuiltUser } from '../../support/builders.ts';
import { joinGroup, registerAsReadme, signInAndAllow } from '../../support/parties.ts';

const app = useApp();
const CALLBACK = 'http://127.0.0.1:9000/callback';
let user: BuiltUser;
beforeAll(async () => {
  user = await buildUser(app, { name: 'Ada Lovelace', username: 'ada', emailVerified: true });
  await joinGroup(app, 'Engineering', user);
});

interface Credentials {
  readonly id: string;
  readonly secret: string;
}

/** A relying party by what it sends, parameter by parameter in its own order, and by where it reads who signed in. */
interface Party {
  readonly authorize: (client: Credentials, made: Made) => Record<string, string>;
  readonly token: (client: Credentials, code: string, made: Made) => { headers?: object; form: Record<string, string> };
  readonly reads: 'ID token' | 'userinfo';
  /** What else its client is registered with. */
  readonly registered?: object;
  /** What it reads besides the subject, if not the address and whether it is proved. */
  readonly shows?: readonly string[];
}

/** What it makes up for one login. */
interface Made {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

const random = (): string => randomBytes(32).toString('base64url');
const sha256 = (text: string): string => hash('sha256', text, 'base64url');
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const encodedBasic = ({ id, secret }: Credentials) => basic(encodeURIComponent(id), encodeURIComponent(secret));

const oauth2Proxy = (more: (made: Made) => Record<string, string>, verifier: boolean): Party => ({
  authorize: ({ id }, made) => ({
    approval_prompt: 'force',
    client_id: id,
    ...more(made),
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid email profile',
    state: `${made.state}:/`,
  }),
  token: (client, code, made) => ({
    headers: encodedBasic(client),
    form: {
      ...(verifier && { code_verifier: made.verifier }),
      code,
      grant_type: 'authorization_code',
      redirect_uri: CALLBACK,
    },
  }),
  reads: 'userinfo',
});

const kubelogin: Party = {
  authorize: ({ id }, { state, nonce, verifier }) => ({
    access_type: 'offline',
    client_id: id,
    code_challenge: sha256(verifier),
    code_challenge_method: 'S256',
    nonce,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'email profile openid',
    state,
  }),
  token: (client, code, { verifier }) => ({
    headers: encodedBasic(client),
    form: { code, code_verifier: verifier, grant_type: 'authorization_code', redirect_uri: CALLBACK },
  }),
  reads: 'ID token',
  registered: { id_token_claims: true },
};

const authlib: Party = {
  authorize: ({ id }, { state, nonce }) => ({
    response_type: 'code',
    client_id: id,
    redirect_uri: CALLBACK,
    scope: 'openid profile email',
    state,
    nonce,
  }),
  token: ({ id, secret }, code) => ({
    headers: basic(id, secret),
    form: { grant_type: 'authorization_code', redirect_uri: CALLBACK, code },
  }),
  reads: 'userinfo',
};

interface Golang extends Pick<Party, 'reads' | 'registered'> {
  readonly scope: string;
  readonly pkce: boolean;
  readonly more?: (made: Made) => Record<string, string>;
}

/** What golang.org/x/oauth2 sends, in its order: a header first, where it does not know what the server takes. */
const golang = ({ scope, pkce, more = () => ({}), ...rest }: Golang): Party => ({
  authorize: ({ id }, made) => {
    const challenge = { code_challenge: sha256(made.verifier), code_challenge_method: 'S256' };
    const own = { client_id: id, redirect_uri: CALLBACK, response_type: 'code', scope, state: made.state };
    const all = { ...own, ...(pkce && challenge), ...more(made) };
    return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  },
  token: (client, code, { verifier }) => ({
    headers: encodedBasic(client),
    form: {
      code,
      ...(pkce && { code_verifier: verifier }),
      grant_type: 'authorization_code',
      redirect_uri: CALLBACK,
    },
  }),
  ...rest,
});

const GROUPS = { scopes: ['openid', 'profile', 'email', 'groups'] };
const MAPPED = { email: null, name: null, quota: null, sub: { essential: true } };

const parties: Record<string, Party> = {
  'oauth2-proxy, told to check the nonce': oauth2Proxy(({ nonce }) => ({ nonce: sha256(nonce) }), false),
  'oauth2-proxy, told to use PKCE': oauth2Proxy(
    ({ verifier }) => ({ code_challenge: sha256(verifier), code_challenge_method: 'S256' }),
    true,
  ),
  Authlib: authlib,
  'Spring Security': {
    authorize: ({ id }, { state, nonce }) => ({
      response_type: 'code',
      client_id: id,
      scope: 'openid profile email',
      state: `${state}=`,
      redirect_uri: CALLBACK,
      nonce: sha256(nonce),
    }),
    token: (client, code) => ({
      headers: encodedBasic(client),
      form: { grant_type: 'authorization_code', code, redirect_uri: CALLBACK },
    }),
    reads: 'userinfo',
  },
  'mozilla-django-oidc': {
    authorize: ({ id }, { state, nonce }) => ({
      response_type: 'code',
      scope: 'openid email',
      client_id: id,
      redirect_uri: CALLBACK,
      state,
      nonce,
    }),
    token: ({ id, secret }, code) => ({
      form: {
        client_id: id,
        client_secret: secret,
        grant_type: 'authorization_code',
        code,
        redirect_uri: CALLBACK,
      },
    }),
    reads: 'userinfo',
  },
  'kubelogin, for a cluster with a username claim': kubelogin,
  'Authlib, whose application reads the user from the token': {
    ...authlib,
    reads: 'ID token',
    registered: { id_token_claims: true },
  },
  Grafana: golang({ scope: 'openid profile email groups', pkce: true, reads: 'userinfo', registered: GROUPS }),
  Gitea: golang({
    scope: 'profile email groups openid',
    pkce: false,
    reads: 'userinfo',
    registered: { ...GROUPS, require_pkce: false },
  }),
  'Argo CD': golang({
    scope: 'openid profile email groups',
    pkce: true,
    reads: 'ID token',
    registered: { ...GROUPS, id_token_claims: true },
    more: () => ({ claims: JSON.stringify({ id_token: { groups: { essential: true } } }) }),
  }),
  Vault: golang({
    scope: 'openid email groups',
    pkce: true,
    reads: 'ID token',
    registered: { ...GROUPS, id_token_claims: true },
    more: ({ nonce }) => ({ nonce }),
  }),
  GitLab: {
    authorize: ({ id }, { state, nonce, verifier }) => ({
      client_id: id,
      code_challenge: sha256(verifier),
      code_challenge_method: 'S256',
      nonce,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid profile email',
      state,
    }),
    token: ({ id, secret }, code, { verifier }) => ({
      form: {
        grant_type: 'authorization_code',
        code,
        redirect_uri: CALLBACK,
        code_verifier: verifier,
        client_id: id,
        client_secret: secret,
      },
    }),
    reads: 'userinfo',
  },
  'Nextcloud, which asks for the claims that it maps': {
    authorize: ({ id }, { state, nonce, verifier }) => ({
      client_id: id,
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: CALLBACK,
      claims: JSON.stringify({ id_token: MAPPED, userinfo: MAPPED }),
      state,
      nonce,
      code_challenge: sha256(verifier),
      code_challenge_method: 'S256',
    }),
    token: ({ id, secret }, code, { verifier }) => ({
      form: {
        code,
        client_id: id,
        client_secret: secret,
        redirect_uri: CALLBACK,
        grant_type: 'authorization_code',
        code_verifier: verifier,
      },
    }),
    reads: 'ID token',
    shows: ['name', 'email'],
  },
};

const addressOf = (parameters: Record<string, string>): string =>
  `${app.issuer}/oauth2/authorize?${new URLSearchParams(parameters)}`;

/** The ID token's claims, checked as OpenID Connect Core §3.1.3.7 says. */
async function checkedIdToken(token: string, audience: string, nonce: string | undefined): Promise<JWTPayload> {
  const keys = createLocalJWKSet((await app.send('GET', '/oauth2/jwks')).body);
  const { payload } = await jwtVerify(token, keys, { issuer: app.issuer, audience, algorithms: ['RS256'] });
  expect(payload['nonce']).toBe(nonce);
  return payload;
}

describe('The requests of', () => {
  it.each(Object.entries(parties))('%s sign a user in with a client as the README makes it', async (_name, party) => {
    const client = await registerAsReadme(app, CALLBACK, party.registered);
    const made = { state: random(), nonce: random(), verifier: random() };
    const asked = party.authorize(client, made);
    const answer = answerOf({ url: await signInAndAllow(app, addressOf(asked), user) });
    expect(answer).toEqual({ code: expect.any(String), state: asked['state'], iss: app.issuer });
    const { headers, form } = party.token(client, answer['code']!, made);
    const body = new URLSearchParams(form);
    const tokens = await app.send('POST', '/oauth2/token', { body, headers: { ...headers } });
    expect([tokens.status, tokens.body.token_type]).toEqual([200, 'Bearer']);
    const claims = await checkedIdToken(tokens.body.id_token, client.id, asked['nonce']);
    const info = await app.send('GET', '/oauth2/userinfo', { token: tokens.body.access_token });
    const read = party.reads === 'userinfo' ? info.body : claims;
    const facts: Record<string, unknown> = { name: 'Ada Lovelace', email: user.email, email_verified: true };
    const shown = (party.shows ?? ['email', 'email_verified']).map((claim) => [claim, facts[claim]]);
    expect(read).toMatchObject({ sub: user.id, ...Object.fromEntries(shown) });
    if (asked['scope']?.includes('groups')) expect(read.groups).toEqual(['Engineering']);
    expect(info.body.sub).toBe(claims.sub);
  });

  it('oauth2-proxy as it is unless told otherwise, with neither nonce nor PKCE, are refused with the reason', async () => {
    const client = await registerAsReadme(app, CALLBACK);
    const party = oauth2Proxy(() => ({}), false);
    const asked = party.authorize(client, { state: random(), nonce: '', verifier: '' });
    const answer = answerOf({ url: await signInAndAllow(app, addressOf(asked), user) });
    expect(answer).toMatchObject({
      error: 'invalid_request',
      error_description: 'code_challenge is missing. Without it, a nonce and the scope openid are required.',
    });
    expect(readFileSync('docs/relying-parties.md', 'utf8')).toContain(`\`${answer['error_description']}\``);
  });
});

it('openid-client signs a user in by issuer, id and secret alone', async () => {
  const { id, secret } = await registerAsReadme(app, CALLBACK);
  const config = await oidc.discovery(new URL(app.issuer), id, secret, undefined, {
    execute: [oidc.allowInsecureRequests],
  });
  const verifier = oidc.randomPKCECodeVerifier();
  const request = oidc.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'openid profile email',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const answer = new URL(await signInAndAllow(app, request.href, user));
  const tokens = await oidc.authorizationCodeGrant(config, answer, { pkceCodeVerifier: verifier });
  const info = await oidc.fetchUserInfo(config, tokens.access_token, tokens.claims()!.sub);
  expect(info).toMatchObject({ sub: user.id, name: 'Ada Lovelace', email: user.email });
});
