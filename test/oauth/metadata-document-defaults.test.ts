import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildUser, VERIFIER } from '../support/builders.ts';
import { newKey } from '../support/keys.ts';
import { askForTokens } from '../support/logins.ts';

const app = useApp({ CLIENT_METADATA_HOSTS: '127.0.0.1', COST_PER_SECOND: '100000' });
const RETURN = 'http://127.0.0.1/callback';
const documents = new Map<string, string>();
let server: Server;
let base: string;
beforeAll(async () => {
  server = createServer(({ url }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(documents.get(url!));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

/** Serves a document at a new address, which is its client_id. */
function serve(given: object = {}): string {
  const path = `/${documents.size}.json`;
  const document = { client_id: base + path, client_name: 'Agent', redirect_uris: [RETURN], ...given };
  documents.set(path, JSON.stringify(document));
  return base + path;
}

const pathOf = (id: string, given: Record<string, string> = {}) =>
  authorizePath({ id, redirectUris: [RETURN] } as never, given);
const ask = (id: string) => app.send('GET', pathOf(id));
const rowOf = async (id: string) =>
  (await app.server.database.pool.query('select * from clients where id = $1', [id])).rows[0];

async function signIn(id: string, given: Record<string, string>) {
  const browser = new BrowserLite(app.issuer);
  await browser.open(pathOf(id, given));
  await browser.logIn(await buildUser(app));
  const { code } = answerOf(await browser.submit({ decision: 'allow' }));
  return { code: code! };
}
const redeem = (id: string, code: string, given: object = {}) =>
  askForTokens(app, {
    grant_type: 'authorization_code',
    client_id: id,
    redirect_uri: RETURN,
    code,
    code_verifier: VERIFIER,
    ...given,
  });

describe('a client that describes itself', () => {
  it('says nothing by an empty text', async () => {
    const id = serve({ client_name: '', scope: '', logo_uri: '', jwks_uri: '', policy_uri: '' });
    expect((await ask(id)).status).toBe(303);
    const row = await rowOf(id);
    expect(row).toMatchObject({ name: 'Unnamed application', logo_uri: null, jwks_uri: null });
    expect(row.scopes).toContain('openid');
  });

  it('RFC 6749 §3.3: gets who the user is where neither request nor document speak of scopes', async () => {
    const id = serve();
    const { code } = await signIn(id, { scope: '' });
    expect((await redeem(id, code)).body.scope).toBe('openid profile email');
  });

  it('RFC 8252 §7.3: returns to localhost at the port of the moment', async () => {
    const id = serve({ redirect_uris: ['http://localhost/callback', RETURN] });
    const redirect_uri = 'http://localhost:3118/callback';
    const browser = new BrowserLite(app.issuer);
    await browser.open(pathOf(id, { redirect_uri }));
    await browser.logIn(await buildUser(app));
    const { url } = await browser.submit({ decision: 'allow' });
    expect(url.startsWith(`${redirect_uri}?code=`)).toBe(true);
    expect((await redeem(id, answerOf({ url }).code!, { redirect_uri })).status).toBe(200);
  });

  it('keeps what an administrator has set, whatever its document says later', async () => {
    const key = await newKey('ES256');
    const id = serve({ redirect_uris: [RETURN, 'http://127.0.0.1/other'] });
    await ask(id);
    const input = { redirectUris: [RETURN], requirePushedAuthorizationRequests: true, dpopBoundAccessTokens: true };
    const mutation =
      'mutation ($id: ID!, $input: UpdateClientInput!) { updateClient(id: $id, input: $input) { __typename } }';
    await app.data(await app.token('admin'), mutation, { id, input });
    const held = {
      redirect_uris: [RETURN],
      require_pushed_authorization_requests: true,
      dpop_bound_access_tokens: true,
    };
    const says = (given: object) => {
      const document = { client_id: id, client_name: 'Agent', redirect_uris: [RETURN, 'http://127.0.0.1/other'] };
      documents.set(new URL(id).pathname, JSON.stringify({ ...document, ...given }));
      app.clock.advance(700);
    };
    const updates = async () =>
      (
        await app.server.database.pool.query(
          "select count(*)::int as n from audit_events where subject_id = $1 and action = 'client.updated'",
          [id],
        )
      ).rows[0].n;
    says({ client_name: 'Agent Two' });
    await ask(id);
    expect(await rowOf(id)).toMatchObject({ name: 'Agent Two', ...held });
    const before = await updates();
    app.clock.advance(700);
    await ask(id);
    expect(await updates()).toBe(before);
    // It does not begin anew by changing from or to having a key.
    says({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key.jwk] } });
    expect((await ask(id)).status).toBe(400);
    expect(await rowOf(id)).toMatchObject({ type: 'public', ...held });
  });
});
