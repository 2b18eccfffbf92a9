/** The snippets that the console shows for registered programs: they are run as they are. */
import { describe, expect, it } from '@jest/globals';
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8 } from 'jose';
import * as client from 'openid-client';
import ts from 'typescript';
import { snippetsOf, type Registered } from '../../src/console/pages/applications/snippets.ts';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { buildParty, registerAsReadme, signInAndAllow } from '../support/parties.ts';

const app = useApp();
const REDIRECT = 'https://app.example/callback';

const registered = (given: Partial<Registered> = {}): Registered => ({
  issuer: app.issuer,
  id: 'an-id',
  secret: '',
  hasKey: false,
  redirectUri: REDIRECT,
  scopes: 'openid profile email',
  machine: false,
  browser: true,
  device: undefined,
  ...given,
});
const librariesOf = (given: Partial<Registered>, isPublic: boolean): string[] =>
  snippetsOf(registered(given), isPublic).map(([library]) => library);
const snippetOf = (library: string, given: Partial<Registered>): string =>
  new Map(snippetsOf(registered(given), !given.secret && !given.hasKey)).get(library)!;

type Program = (...given: unknown[]) => Promise<unknown>;
const AsyncFunction = (async () => {}).constructor as new (...text: string[]) => Program;

/** Runs a program with what it imports, and what it leaves to its reader. */
const run = (text: string, given: Record<string, unknown>): Promise<unknown> =>
  new AsyncFunction(...Object.keys(given), text.replaceAll(/^import .*$/gm, ''))(...Object.values(given));

/** A key pair: the public key as a registered one, the private key as the file that the program reads. */
async function keyPair() {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const pem = await exportPKCS8(privateKey);
  return { jwks: { keys: [await exportJWK(publicKey)] }, given: { importPKCS8, readFileSync: () => pem } };
}

describe('openid-client', () => {
  it.each(['a secret', 'no secret'])('signs a user in with %s', async (kind) => {
    const user = await buildUser(app);
    const { id, secret } =
      kind === 'a secret'
        ? await registerAsReadme(app, REDIRECT)
        : { id: (await buildClient(app, { redirectUris: [REDIRECT], requireConsent: true })).id, secret: '' };
    const text = snippetOf('openid-client', { id, secret }).replace(
      /^\/\/ Send .*$/m,
      'const currentUrl = await visit(url);',
    );
    const said: unknown[] = [];
    const visit = async (url: URL) => new URL(await signInAndAllow(app, url.href, user));
    await run(text, { client, visit, console: { log: (claims: unknown) => said.push(claims) } });
    expect(said).toMatchObject([{ iss: app.issuer, aud: id, sub: user.id }]);
  });

  it('signs a user in with a key', async () => {
    const user = await buildUser(app);
    const { jwks, given } = await keyPair();
    const { id } = await buildParty(app, {
      redirectUris: [REDIRECT],
      secretHash: null,
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwks,
      requireConsent: true,
    });
    const text = snippetOf('openid-client', { id, hasKey: true }).replace(
      /^\/\/ Send .*$/m,
      'const currentUrl = await visit(url);',
    );
    const said: unknown[] = [];
    const visit = async (url: URL) => new URL(await signInAndAllow(app, url.href, user));
    await run(text, { client, ...given, visit, console: { log: (claims: unknown) => said.push(claims) } });
    expect(said).toMatchObject([{ iss: app.issuer, aud: id, sub: user.id }]);
  });

  it('gets a token for a service account', async () => {
    const { clientId: id, clientSecret: secret } = app.customer;
    const text = snippetOf('openid-client', { id, secret, scopes: 'read', machine: true });
    const token = (await run(`${text}\nreturn access_token;`, { client })) as string;
    expect((await app.send('GET', '/groups', { token })).status).toBe(200);
  });
});

it.each(['http://localhost:3000', 'https://login.example/tenant'])('is TypeScript for the issuer %s', (issuer) => {
  const all = [false, true].flatMap((isPublic) =>
    snippetsOf(
      registered({ issuer, secret: isPublic ? '' : 'a-secret', device: 'openid-client on a device' }),
      isPublic,
    ),
  );
  const texts = all.filter(([library]) => /^(oidc-client-ts|openid-client)/.test(library));
  expect(texts).toHaveLength(5);
  for (const [library, text] of texts) {
    const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true });
    expect([library, diagnostics]).toEqual([library, []]);
    expect(text).toContain(`'${issuer}'`);
    expect(text.includes('allowInsecureRequests')).toBe(library !== 'oidc-client-ts' && issuer.startsWith('http:'));
  }
});

it.each([
  [REDIRECT, ['oidc-client-ts', 'openid-client']],
  ['http://127.0.0.1/callback', ['oidc-client-ts', 'openid-client', 'Authlib', 'go-oidc']],
  ['com.example.app:/callback', ['AppAuth', 'openid-client', 'Authlib', 'go-oidc']],
])('fits a public client that comes back to %s', (redirectUri, libraries) => {
  expect(librariesOf({ redirectUri }, true)).toEqual(libraries);
});

it('names no secret for a client with a key', () => {
  const all = [false, true].flatMap((machine) => snippetsOf(registered({ hasKey: true, machine }), false));
  expect(all.map(([library]) => library)).toEqual(['openid-client', 'mod_auth_openidc', 'openid-client']);
  for (const [, text] of all) expect(text).not.toMatch(/client_?secret/i);
});

it('names no secret for a public client', () => {
  for (const redirectUri of ['http://127.0.0.1/callback', 'com.example.app:/callback'])
    for (const [, text] of snippetsOf(registered({ redirectUri }), true)) expect(text).not.toMatch(/client_?secret/i);
});
