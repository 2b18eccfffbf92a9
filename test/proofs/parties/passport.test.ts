import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type NextFunction, type Request, type Response } from 'express';
import passport from 'passport';
import OpenIDConnectStrategy, { type VerifyCallback } from 'passport-openidconnect';
import { useApp } from '../../support/app.ts';
import { BrowserLite, type Page } from '../../support/browser-lite.ts';
import { buildUser, type BuiltUser } from '../../support/builders.ts';
import { buildParty, joinGroup, SECRET } from '../../support/parties.ts';

const app = useApp();
let application: Server;
let site: string;
let user: BuiltUser;

/** A session in memory, by a cookie: what the strategy keeps its state in. */
function sessions(): (request: Request, response: Response, next: NextFunction) => void {
  const known = new Map<string, object>();
  return (request, response, next) => {
    const [, given = ''] = /sid=([^;]+)/.exec(request.headers.cookie ?? '') ?? [];
    const id = known.has(given) ? given : randomUUID();
    if (id !== given) response.append('set-cookie', `sid=${id}; HttpOnly; Path=/`);
    known.set(id, known.get(id) ?? {});
    Object.assign(request, { session: known.get(id) });
    next();
  };
}

interface Account {
  readonly issuer: string;
  readonly claims: object;
  readonly info: object;
}

function strategy(clientID: string): OpenIDConnectStrategy {
  const options = {
    issuer: app.issuer,
    authorizationURL: `${app.issuer}/oauth2/authorize`,
    tokenURL: `${app.issuer}/oauth2/token`,
    userInfoURL: `${app.issuer}/oauth2/userinfo`,
    callbackURL: `${site}/callback`,
    clientID,
    clientSecret: SECRET,
    scope: ['profile', 'email'],
    maxAge: '600',
    nonce: 'made by the strategy',
  };
  // The strategy tells what a callback wants by the number of its parameters: nine get userinfo's answer by itself.
  return new OpenIDConnectStrategy(
    options,
    (
      issuer: string,
      info: object,
      _profile: object,
      claims: object,
      _idToken: unknown,
      _accessToken: unknown,
      _refreshToken: string,
      _answer: unknown,
      done: VerifyCallback,
    ) => done(null, { issuer, claims, info: (info as { _json: object })._json } satisfies Account),
  );
}

beforeAll(async () => {
  const server = express();
  application = server.listen(0, '127.0.0.1');
  await once(application, 'listening');
  site = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
  const party = await buildParty(app, {
    tokenEndpointAuthMethod: 'client_secret_post',
    requirePkce: false,
    redirectUris: [`${site}/callback`],
  });
  user = await buildUser(app, { name: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace' });
  await joinGroup(app, 'northwind_admin', user);
  const passports = new passport.Passport();
  passports.use(strategy(party.id));
  server.use(sessions());
  server.get('/login', passports.authenticate('openidconnect', { session: false }));
  server.get('/callback', passports.authenticate('openidconnect', { session: false }), (request, response) => {
    response.json(request.user);
  });
  server.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
    response.status(500).json({ error: error.message });
  });
});
afterAll(() => void application?.close());

/** Begins at the application, signs in at the server, and gives the application's browser and the answer's address. */
async function logIn(): Promise<{ browser: BrowserLite; answer: Page }> {
  const browser = new BrowserLite(site);
  const { url } = await browser.open('/login');
  const there = new BrowserLite(app.issuer);
  await there.open(url);
  return { browser, answer: await there.logIn(user) };
}

describe('passport-openidconnect', () => {
  it('signs a user in to an Express application, which reads who it is and the groups', async () => {
    const { browser, answer } = await logIn();
    const { status, html } = await browser.open(answer.url);
    expect([status, JSON.parse(html)]).toEqual([
      200,
      {
        issuer: app.issuer,
        claims: expect.objectContaining({ timestamp: expect.any(String) }),
        info: expect.objectContaining({
          sub: user.id,
          name: 'Ada Lovelace',
          given_name: 'Ada',
          email: user.email,
          groups: ['northwind_admin'],
        }),
      },
    ]);
  });

  it('refuses an answer in another browser than the one that asked', async () => {
    const { answer } = await logIn();
    expect((await new BrowserLite(site).open(answer.url)).status).toBe(403);
  });

  it('is told when a code has been used', async () => {
    const { browser, answer } = await logIn();
    await browser.open(answer.url);
    const { url } = await browser.open('/login');
    const state = new URL(url).searchParams.get('state')!;
    const replayed = new URL(answer.url);
    replayed.searchParams.set('state', state);
    const { status, html } = await browser.open(replayed.href);
    expect([status, JSON.parse(html).error]).toEqual([500, expect.stringMatching(/code/)]);
  });
});
