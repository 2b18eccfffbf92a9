/** Clients that register or describe themselves, at two server processes at once. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TestApp } from '../support/app.ts';
import { authorizePath } from '../support/builders.ts';
import { MANY, type Outcome, sendMany } from '../support/many.ts';
import { Processes } from '../support/processes.ts';
import { METADATA, newRegistered, newToken } from '../support/registrations.ts';

const ENV = { CLIENT_REGISTRATION: 'on', CLIENT_METADATA_HOSTS: '127.0.0.1' };
let app: TestApp;
let processes: Processes;
let server: Server;
beforeAll(async () => {
  app = new TestApp(ENV);
  await app.start();
  processes = new Processes(app, ENV);
  await processes.start(2);
  server = createServer((request, response) => {
    const id = `http://${request.headers.host}${request.url}`;
    const body = JSON.stringify({ client_id: id, client_name: 'Agent', redirect_uris: ['http://127.0.0.1/callback'] });
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await processes.stop();
  await app.stop();
});

const count = (answers: readonly Outcome[], status: number) => answers.filter((each) => each.status === status).length;
const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

it('register no more than the initial access token allows', async () => {
  const { secret } = await newToken(app, await app.token('admin'), { clientsMax: 3 });
  const init = { method: 'POST', headers: bearer(secret), body: JSON.stringify(METADATA) };
  const answers = await sendMany(processes, '/oauth2/register', init);
  expect([count(answers, 201), count(answers, 401)]).toEqual([3, MANY - 3]);
});

it('are deleted once, while others use them, and are then of no use anywhere', async () => {
  const policy = { grantTypes: ['CLIENT_CREDENTIALS'], scopes: ['READ'] };
  const metadata = { redirect_uris: undefined, grant_types: ['client_credentials'], scope: 'read' };
  const { body } = await newRegistered(app, await app.token('admin'), { policy, metadata });
  const path = body.registration_client_uri.slice(app.issuer.length);
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: body.client_id,
    client_secret: body.client_secret,
  });
  const [removed, used] = await Promise.all([
    sendMany(processes, path, { method: 'DELETE', headers: bearer(body.registration_access_token) }),
    sendMany(processes, '/oauth2/token', { method: 'POST', body: form }),
  ]);
  expect(count(removed, 204)).toBe(1);
  // Who fails so often is made to wait.
  const refused = (answers: readonly Outcome[]) => count(answers, 401) + count(answers, 429);
  expect(count(used, 200) + refused(used)).toBe(MANY);
  const after = await sendMany(processes, '/oauth2/token', { method: 'POST', body: form });
  expect(refused(after)).toBe(MANY);
  for (const { text } of used.filter(({ status }) => status === 200)) {
    const { access_token: token } = JSON.parse(text) as { access_token: string };
    for (const address of processes.addresses)
      expect((await fetch(`${address}/groups`, { headers: bearer(token) })).status).toBe(401);
  }
});

it('have one row, if two servers read their document at the same moment', async () => {
  const id = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`;
  const path = authorizePath({ id, redirectUris: ['http://127.0.0.1/callback'] } as never);
  const answers = await sendMany(processes, path, {});
  expect(count(answers, 303)).toBe(MANY);
  const { rows } = await app.server.database.pool.query('select source from clients where id = $1', [id]);
  expect(rows).toEqual([{ source: 'document' }]);
});
