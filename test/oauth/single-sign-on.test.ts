/** A user who is signed in already goes to an application: what the audit trail has of it, and what it costs. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import {
  answerOf,
  authorizePath,
  buildClient,
  buildConfidential,
  buildUser,
  type BuiltUser,
  SECRET,
} from '../support/builders.ts';
import { askForTokens, redeem } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let first: Client;
let second: Client;
let user: BuiltUser;
let browser: BrowserLite;
beforeAll(async () => {
  first = await buildClient(app);
  second = await buildClient(app);
});

const trail = async (client: Client): Promise<{ action: string; actor_id: string; ip: string; details: object }[]> => {
  const text = `select action, actor_id, ip, details from audit_events
    where client_id = $1 and subject_id = $2 and action like 'login.%' order by id`;
  return (await app.server.database.pool.query(text, [client.id, user.id])).rows;
};
const actions = async (client: Client): Promise<string[]> => (await trail(client)).map(({ action }) => action);
const visit = async (client: Client, given: Record<string, string> = {}): Promise<string> => {
  const { code } = answerOf(await browser.open(authorizePath(client, given)));
  expect(code).toBeDefined();
  return code!;
};

/** A new user who has just signed in to the first application. */
async function signIn(): Promise<void> {
  user = await buildUser(app);
  browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(first));
  await browser.logIn(user);
}

describe('the first code of a session for an application', () => {
  it('is a login of the application in the audit trail, and those that follow are not', async () => {
    await signIn();
    await visit(second);
    const [event, ...others] = await trail(second);
    expect([event, others]).toEqual([
      {
        action: 'login.continued',
        actor_id: user.id,
        ip: expect.stringContaining('127.0.0.1'),
        details: { amr: ['pwd'], clientId: second.id, sessionId: expect.any(String) },
      },
      [],
    ]);
    for (const given of [{}, { prompt: 'none' }, { scope: 'openid' }]) await visit(second, given);
    expect(await actions(second)).toEqual(['login.continued']);
    expect(await actions(first)).toEqual(['login.succeeded']);
  });

  it('is one, too, without a page (prompt=none), and in another session', async () => {
    await signIn();
    await visit(second, { prompt: 'none' });
    const known = user;
    await signIn();
    expect(await actions(second)).toEqual([]);
    user = known;
    await browser.open(authorizePath(first, { prompt: 'login' }));
    await browser.logIn(user);
    await visit(second);
    expect(await actions(second)).toEqual(['login.continued', 'login.continued']);
  });

  it('is one, too, after the application has exchanged a token of the session', async () => {
    const api = 'https://api.example/';
    const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
    const front = await buildClient(app, { resources: [api] });
    const server = await buildConfidential(app, {
      grantTypes: ['authorization_code', exchange],
      servedResources: [api],
      resources: ['https://far.example/'],
    });
    await signIn();
    const { body } = await redeem(app, front, await visit(front, { resource: api }));
    const { status } = await askForTokens(app, {
      grant_type: exchange,
      client_id: server.id,
      client_secret: SECRET,
      subject_token: body.access_token,
      resource: 'https://far.example/',
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    });
    expect([status, await actions(server)]).toEqual([200, []]);
    await visit(server);
    await visit(server);
    expect(await actions(server)).toEqual(['login.continued']);
  });

  it('is none where the login of the same request is recorded, also if a page came in between', async () => {
    user = await buildUser(app);
    browser = new BrowserLite(app.issuer);
    const asking = await buildClient(app, { requireConsent: true });
    await browser.open(authorizePath(asking));
    await browser.logIn(user);
    expect(answerOf(await browser.submit({ decision: 'allow' }))['code']).toBeDefined();
    await visit(asking);
    expect(await actions(asking)).toEqual(['login.succeeded']);
  });

  it('counts again once the application has given its tokens back', async () => {
    await signIn();
    const { body } = await redeem(app, second, await visit(second));
    await visit(first);
    const revoked = await app.send('POST', '/oauth2/revoke', {
      body: new URLSearchParams({ token: body.refresh_token, client_id: second.id }),
    });
    expect(revoked.status).toBe(200);
    await visit(second);
    expect(await actions(second)).toEqual(['login.continued', 'login.continued']);
    expect(await actions(first)).toEqual(['login.succeeded']);
  });

  it('costs no statement more than those that follow', async () => {
    await signIn();
    const statements = async (): Promise<number> => (await queriesOf(() => visit(second))).length;
    expect([await statements(), await statements()]).toEqual([2, 2]);
  });
});
