import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildUser, VERIFIER } from '../support/builders.ts';
import { askForTokens } from '../support/logins.ts';
import { assignRole, createRole } from '../support/roles.ts';

const TOOLS = 'https://tools.example/mcp';
const LATE = 'https://late.example/mcp';
const app = useApp({
  CLIENT_METADATA_HOSTS: '127.0.0.1',
  CLIENT_METADATA_RESOURCES: `${TOOLS},${LATE},https://strict.example/mcp`,
  COST_PER_SECOND: '500',
});
const RETURN = 'http://127.0.0.1/callback';

let server: Server;
let base: string;
let admin: string;
const documents = new Map<string, object>();
beforeAll(async () => {
  server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(documents.get(request.url!)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  admin = await app.token('admin');
  await createApi(TOOLS, ['tools:list', 'tools:call']);
  await createApi('https://elsewhere.example/', ['elsewhere:read']);
});
afterAll(() => void server.close());
// The budget of an address fills again, and documents are read again.
beforeEach(later);

/** An hour later, with an access token that lives. */
async function later(): Promise<void> {
  app.clock.advance(4000);
  admin = await app.token('admin');
}

const UPDATE =
  'mutation ($id: ID!, $input: UpdateClientInput!) { updateClient(id: $id, input: $input) { client { id } } }';
const CREATE = `mutation ($input: CreateApiInput!) { createApi(input: $input) { api { scopes { nodes { id name } } } } }`;

/** Registers an API, the first of whose scopes is its default. Returns the ids of the scopes by their names. */
async function createApi(identifier: string, names: readonly string[], given: object = {}) {
  const scopes = names.map((name, n) => ({ name, isDefault: n === 0 }));
  const input = { identifier, name: new URL(identifier).host, scopes, ...given };
  const nodes: { id: string; name: string }[] = (await app.data(admin, CREATE, { input })).createApi.api.scopes.nodes;
  return Object.fromEntries(nodes.map(({ id, name }) => [name, id]));
}

let made = 0;
function serve(given: object = {}): string {
  const path = `/agents/${(made += 1)}.json`;
  const redirects = { redirect_uris: [RETURN], grant_types: ['authorization_code', 'refresh_token'] };
  documents.set(path, { client_id: base + path, client_name: 'Agent', ...redirects, ...given });
  return base + path;
}

const pathOf = (id: string, resource: string, scope?: string) =>
  authorizePath({ id, redirectUris: [RETURN] } as never, { resource, scope });

/** What a user gets who signs in with the client and allows it; the error if they never get to allow it. */
async function tokensFor(id: string, resource: string, scope?: string, user?: Awaited<ReturnType<typeof buildUser>>) {
  const browser = new BrowserLite(app.issuer);
  const first = await browser.open(pathOf(id, resource, scope));
  if (first.url.startsWith(RETURN)) return { error: answerOf(first).error, consent: '' };
  const consent = await browser.logIn(user ?? (await buildUser(app)));
  const { code } = answerOf(await browser.submit({ decision: 'allow' }));
  const form = { grant_type: 'authorization_code', client_id: id, redirect_uri: RETURN, code: code! };
  const { body } = await askForTokens(app, { ...form, code_verifier: VERIFIER });
  return { ...body, consent: consent.html };
}

describe('a client that describes itself', () => {
  it('may be asked for the scopes of the APIs that it can request access tokens for', async () => {
    const id = serve();
    const { scope, consent } = await tokensFor(id, TOOLS, 'tools:call tools:list');
    expect(scope.split(' ').toSorted()).toEqual(['tools:call', 'tools:list']);
    expect(consent).toContain('tools:call');
    expect((await tokensFor(id, TOOLS)).scope.split(' ')).toContain('tools:list');
    expect((await tokensFor(id, 'https://elsewhere.example/')).error).toBe('invalid_target');
    expect((await tokensFor(id, TOOLS, 'elsewhere:read')).error).toBe('invalid_scope');
  });

  it('steps up from one scope to the next', async () => {
    const [id, user] = [serve(), await buildUser(app)];
    expect(await tokensFor(id, TOOLS, 'tools:list', user)).toMatchObject({ scope: 'tools:list' });
    const more = await tokensFor(id, TOOLS, 'tools:list tools:call', user);
    expect(more.scope.split(' ').toSorted()).toEqual(['tools:call', 'tools:list']);
  });

  it('gets of an API that wants roles what its user may', async () => {
    const ids = await createApi('https://strict.example/mcp', ['strict:read', 'strict:write'], { requiresRole: true });
    const user = await buildUser(app);
    const role = await createRole(app, admin, { scopeIds: [ids['strict:read']] });
    await assignRole(app, admin, role, { userIds: [user.id] });
    const asked = await tokensFor(serve(), 'https://strict.example/mcp', 'strict:read strict:write', user);
    expect(asked.scope).toBe('strict:read');
  });

  it('has no other scopes than its document names', async () => {
    const id = serve({ scope: 'openid tools:list' });
    expect(await tokensFor(id, TOOLS, 'tools:list')).toMatchObject({ scope: 'tools:list' });
    expect((await tokensFor(id, TOOLS, 'tools:call')).error).toBe('invalid_scope');
  });

  it('learns of an API that is registered later', async () => {
    const id = serve();
    expect((await tokensFor(id, LATE, 'late:read')).error).toBe('invalid_scope');
    await createApi(LATE, ['late:read']);
    await later();
    expect(await tokensFor(id, LATE, 'late:read')).toMatchObject({ scope: 'late:read' });
  });

  it('keeps the scopes of APIs that an administrator has set instead', async () => {
    const id = serve();
    expect(await tokensFor(id, TOOLS, 'tools:call')).toMatchObject({ scope: 'tools:call' });
    const scopes = 'query ($id: ID!) { client(id: $id) { apiScopes(first: 9) { nodes { id name } } } }';
    const { client } = await app.data(admin, scopes, { id });
    const list = client.apiScopes.nodes.filter(({ name }: { name: string }) => name === 'tools:list');
    await app.data(admin, UPDATE, { id, input: { apiScopeIds: list.map(({ id: each }: { id: string }) => each) } });
    await later();
    expect((await tokensFor(id, TOOLS, 'tools:call')).error).toBe('invalid_scope');
    expect(await tokensFor(id, TOOLS, 'tools:list')).toMatchObject({ scope: 'tools:list' });
  });

  it('loses the scopes of an API that an administrator has taken from its resources', async () => {
    const id = serve();
    expect(await tokensFor(id, TOOLS, 'tools:call')).toMatchObject({ scope: 'tools:call' });
    await app.data(admin, UPDATE, { id, input: { resources: ['https://strict.example/mcp'] } });
    await later();
    expect((await tokensFor(id, TOOLS, 'tools:call')).error).toBe('invalid_scope');
  });
});
