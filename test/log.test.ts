import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from './support/app.ts';
import { BrowserLite } from './support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser } from './support/builders.ts';
import { redemption } from './support/logins.ts';
import { BUILT, Started } from './support/started.ts';
import { TEST_SECRET_KEY } from './support/template.ts';

// Real processes, which take their time to start on a busy machine.

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

type Line = Readonly<Record<string, unknown>>;

const app = useApp();
// Takes connections and says nothing, so that no mail arrives.
const silent = createServer((socket) => void socket.destroy());
let telling: Started;
let quiet: Started;

beforeAll(async () => {
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const smtpUrl = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const env = { DATABASE_URL: app.databaseUrl, SECRET_KEY: TEST_SECRET_KEY, SMTP_URL: smtpUrl };
  [telling, quiet] = await Promise.all([
    Started.by(BUILT, { ...env, LOG_REQUESTS: 'true', TRUST_PROXY: 'loopback' }),
    Started.by(BUILT, env),
  ]);
});
afterAll(async () => {
  for (const server of [telling, quiet]) server.child.kill('SIGKILL');
  await Promise.all([telling.ended(), quiet.ended()]);
  silent.close();
});

/** The first line that the server has written, or writes, that has these fields. */
async function lineOf(server: Started, wanted: Line): Promise<Line> {
  const fits = (line: object): boolean =>
    Object.entries(wanted).every(([name, value]) => (line as Line)[name] === value);
  for (;;) {
    const line = server.lines.find(fits);
    if (line) return line;
    await once(server.child.stdout!, 'data');
  }
}

const tokenOf = async (server: Started): Promise<string> => {
  const { clientId, clientSecret } = app.customer;
  const answer = await server.token({ client_id: clientId, client_secret: clientSecret, scope: 'admin' });
  return ((await answer.json()) as { access_token: string }).access_token;
};
const requestId = (answer: Response): string => answer.headers.get('x-request-id')!;

describe('the line of a request', () => {
  it('has method, template of the route, status, duration, customer and client, and nothing that a caller wrote', async () => {
    const token = await tokenOf(telling);
    const headers = { authorization: `Bearer ${token}`, traceparent: TRACEPARENT };
    const answer = await fetch(`${telling.address}/groups/not-a-group?search=my-secret-search`, { headers });
    const line = await lineOf(telling, { msg: 'request', requestId: requestId(answer) });
    const { customerId, clientId } = app.customer;
    expect(line).toEqual({
      level: 'info',
      time: expect.any(String),
      msg: 'request',
      requestId: requestId(answer),
      traceId: TRACE_ID,
      customerId,
      clientId,
      method: 'GET',
      route: '/groups/:group_id',
      status: 404,
      seconds: expect.any(Number),
    });
    for (const written of [token, app.customer.clientSecret, 'my-secret-search', 'not-a-group'])
      expect(telling.output).not.toContain(written);
  });

  it('has the user who signs in, and who uses the tokens', async () => {
    const [user, client] = [await buildUser(app), await buildClient(app)];
    const browser = new BrowserLite(telling.address);
    await browser.open(authorizePath(client));
    const { code } = answerOf(await browser.logIn(user));
    const whom = { customerId: app.customer.customerId, clientId: client.id, userId: user.id };
    expect(await lineOf(telling, { method: 'POST', route: '/login' })).toMatchObject(whom);
    const body = new URLSearchParams(redemption(client, code!) as Record<string, string>);
    const exchanged = await fetch(`${telling.address}/oauth2/token`, { method: 'POST', body });
    expect(await lineOf(telling, { requestId: requestId(exchanged) })).toMatchObject({ status: 200, ...whom });
    const { access_token: token } = (await exchanged.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${token}` };
    const told = await fetch(`${telling.address}/oauth2/userinfo`, { headers });
    expect(await lineOf(telling, { requestId: requestId(told) })).toMatchObject({ status: 200, ...whom });
    for (const written of [user.email, user.password, code!, token]) expect(telling.output).not.toContain(written);
  });

  it('names nobody when the caller is unknown, and no method that is none', async () => {
    const answer = await fetch(`${telling.address}/nowhere/at-all`, { method: 'PROPFIND' });
    const line = await lineOf(telling, { requestId: requestId(answer) });
    expect(line).toMatchObject({ method: '_OTHER', route: '', status: 404 });
    expect(Object.keys(line)).toEqual(expect.not.arrayContaining(['traceId', 'customerId', 'clientId', 'userId']));
  });

  it('says so when the caller has left before the end of the answer', async () => {
    const { hostname, port } = new URL(telling.address);
    const socket = connect(Number(port), hostname);
    const head = ['POST /oauth2/token HTTP/1.1', 'Host: x', 'Content-Type: application/x-www-form-urlencoded'];
    // The server asks for the form, so it has seen the request.
    socket.write([...head, 'Content-Length: 100', 'Expect: 100-continue', '', ''].join('\r\n'));
    await once(socket, 'data');
    socket.destroy();
    expect(await lineOf(telling, { route: '/oauth2/token', isAborted: true })).toMatchObject({ msg: 'request' });
  });

  it('is written only where LOG_REQUESTS says so', async () => {
    await tokenOf(quiet);
    await quiet.token({});
    expect(quiet.lines.filter(({ msg }) => msg === 'request')).toEqual([]);
  });
});

describe('the id of a request', () => {
  const ask = (server: Started, id: string) =>
    fetch(`${server.address}/healthz`, { headers: { 'x-request-id': id } }).then(requestId);

  it('is the one that a trusted proxy gave it', async () => {
    expect(await ask(telling, '7f0c2a9e-4b1d-4d8e-9a51-0a8f4d1c2b3e')).toBe('7f0c2a9e-4b1d-4d8e-9a51-0a8f4d1c2b3e');
    expect(await lineOf(telling, { requestId: '7f0c2a9e-4b1d-4d8e-9a51-0a8f4d1c2b3e' })).toMatchObject({
      route: '/healthz',
    });
  });

  it.each(['short', 'has blanks in it', 'quotes"and{braces}', 'x'.repeat(129)])(
    'is a new one if the proxy’s is of no safe form: %s',
    async (id) => expect(await ask(telling, id)).toMatch(/^[\w-]{22}$/),
  );

  it('is a new one if whoever sends it is not a trusted proxy', async () => {
    expect(await ask(quiet, '7f0c2a9e-4b1d-4d8e-9a51-0a8f4d1c2b3e')).toMatch(/^[\w-]{22}$/);
  });
});

describe('a line about a failure', () => {
  it('has the ids of its request, those of the trace and the caller too', async () => {
    const token = await tokenOf(quiet);
    const { pool } = app.server.database;
    await pool.query('alter table groups rename to hidden');
    const headers = { authorization: `Bearer ${token}`, traceparent: TRACEPARENT };
    const answer = await fetch(`${quiet.address}/groups`, { headers });
    await pool.query('alter table hidden rename to groups');
    const { customerId, clientId } = app.customer;
    expect(answer.status).toBe(500);
    expect(await lineOf(quiet, { msg: 'request failed' })).toMatchObject({
      level: 'error',
      requestId: requestId(answer),
      traceId: TRACE_ID,
      customerId,
      clientId,
    });
  });

  it('ignores a traceparent that is none', async () => {
    const headers = { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` };
    const answer = await fetch(`${telling.address}/healthz`, { headers });
    expect(await lineOf(telling, { requestId: requestId(answer) })).not.toHaveProperty('traceId');
  });

  it('has no ids of the request that woke what failed', async () => {
    const headers = { authorization: `Bearer ${await tokenOf(quiet)}`, 'content-type': 'application/json' };
    const query =
      'mutation { createUser(input: { email: "woken@example.com", sendInvitation: true }) { user { id } } }';
    const answer = await fetch(`${quiet.address}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    });
    expect(await answer.json()).not.toHaveProperty('errors');
    const line = await lineOf(quiet, { msg: 'a mail could not be sent' });
    for (const name of ['requestId', 'clientId', 'userId']) expect(line).not.toHaveProperty(name);
  });
});
