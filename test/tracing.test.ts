import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import manifest from '../package.json' with { type: 'json' };
import { useApp } from './support/app.ts';
import { BrowserLite } from './support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser } from './support/builders.ts';
import { Collector, type CollectedSpan } from './support/collector.ts';
import { redemption } from './support/logins.ts';
import { freePorts } from './support/ports.ts';
import { BUILT, Started } from './support/started.ts';
import { TEST_SECRET_KEY } from './support/template.ts';

// Real processes, which take their time to start on a busy machine.

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT_ID = '00f067aa0ba902b7';
const CALLED = { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` };

const app = useApp();
const collector = new Collector();
const received: IncomingHttpHeaders[] = [];
// The application that is told of logouts.
const application = createServer((request, response) => {
  received.push(request.headers);
  request.resume().once('end', () => response.end(JSON.stringify({ keys: [] })));
  application.emit('told');
});
const running: Started[] = [];
let server: Started;

async function started(env: Record<string, string>): Promise<Started> {
  const one = await Started.by(BUILT, { DATABASE_URL: app.databaseUrl, SECRET_KEY: TEST_SECRET_KEY, ...env });
  running.push(one);
  return one;
}
const traced = (env: Record<string, string> = {}): Promise<Started> =>
  started({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, ...env });

beforeAll(async () => {
  await collector.open();
  await once(application.listen(0, '127.0.0.1'), 'listening');
  server = await traced({
    OTEL_SERVICE_NAME: 'logins',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%20bed',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=a%20key',
  });
});
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map((each) => each.ended()));
  collector.close();
  application.close();
});

const tokenOf = async ({ address }: Started, headers: Record<string, string> = {}): Promise<string> => {
  const { clientId, clientSecret } = app.customer;
  const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope: 'admin' };
  const answer = await fetch(`${address}/oauth2/token`, { method: 'POST', headers, body: new URLSearchParams(fields) });
  return ((await answer.json()) as { access_token: string }).access_token;
};
const requestSpan = (answer: Response): Promise<CollectedSpan> =>
  collector.span(({ attributes }) => attributes['guildhall.request.id'] === answer.headers.get('x-request-id'));

describe('a traced request', () => {
  it('continues the trace of its caller, and has its statements as parts', async () => {
    const token = await tokenOf(server);
    const headers = { authorization: `Bearer ${token}`, ...CALLED };
    const answer = await fetch(`${server.address}/groups?search=my-secret-search`, { headers });
    const span = await requestSpan(answer);
    const { customerId, clientId } = app.customer;
    expect(span).toMatchObject({
      traceId: TRACE_ID,
      parentId: PARENT_ID,
      name: 'GET /groups',
      kind: 2,
      failed: false,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/groups',
        'http.response.status_code': 200,
        'guildhall.customer.id': customerId,
        'guildhall.client.id': clientId,
      },
      resource: {
        'service.name': 'logins',
        'service.version': manifest.version,
        'telemetry.sdk.name': 'opentelemetry',
        'deployment.environment.name': 'test bed',
      },
    });
    const statements = collector.spans.filter(({ parentId }) => parentId === span.spanId);
    expect(statements.map(({ name }) => name)).toEqual(['clients.scopes', expect.stringMatching(/^select groups$/)]);
    for (const { traceId, kind, attributes } of statements)
      expect([traceId, kind, attributes['db.system.name']]).toEqual([TRACE_ID, 3, 'postgresql']);
    const headersWithKey = expect.objectContaining({ 'x-api-key': 'a key' });
    expect(collector.asked).toContainEqual({ path: '/v1/traces', headers: headersWithKey });
  });

  it('begins a trace where the caller has none', async () => {
    const span = await requestSpan(await fetch(`${server.address}/healthz`));
    expect(span).toMatchObject({ parentId: '', name: 'GET /healthz' });
    expect(span.traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  it('has its GraphQL operation, and the statements of that', async () => {
    const headers = { authorization: `Bearer ${await tokenOf(server)}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ query: 'query Mine { groups(first: 1) { edges { node { id } } } }' });
    const request = await requestSpan(await fetch(`${server.address}/graphql`, { method: 'POST', headers, body }));
    const operation = await collector.span(({ parentId }) => parentId === request.spanId);
    expect(operation).toMatchObject({
      name: 'query',
      kind: 1,
      attributes: { 'graphql.operation.type': 'query', 'graphql.operation.name': 'Mine' },
    });
    const statement = await collector.span(
      ({ name, parentId }) => name === 'select groups' && parentId === operation.spanId,
    );
    expect(statement.traceId).toBe(request.traceId);
  });

  it('tells a failure by the type of its error', async () => {
    const headers = { authorization: `Bearer ${await tokenOf(server)}` };
    const { pool } = app.server.database;
    await pool.query('alter table groups rename to hidden');
    const answer = await fetch(`${server.address}/groups`, { headers });
    await pool.query('alter table hidden rename to groups');
    const span = await requestSpan(answer);
    expect(span).toMatchObject({ failed: true, attributes: { 'error.type': '500' } });
    const statement = await collector.span(({ parentId, failed }) => parentId === span.spanId && failed);
    // PostgreSQL: undefined_table
    expect(statement.attributes['error.type']).toBe('42P01');
    const line = server.lines.find(({ msg }) => msg === 'request failed');
    expect(line).toMatchObject({ traceId: span.traceId });
  });

  it('tells the client that it asks which trace this is', async () => {
    const client = await buildClient(app, {
      type: 'confidential',
      tokenEndpointAuthMethod: 'private_key_jwt',
      grantTypes: ['client_credentials'],
      scopes: ['read'],
      jwksUri: `http://127.0.0.1:${(application.address() as AddressInfo).port}/keys?secret=of-the-address`,
    });
    const part = (content: object): string => Buffer.from(JSON.stringify(content)).toString('base64url');
    const claims = { iss: client.id, sub: client.id, aud: server.address, exp: 4_102_444_800, jti: 'once' };
    const assertion = `${part({ alg: 'ES256', kid: 'unknown' })}.${part(claims)}.${part({})}`;
    const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
    const told = once(application, 'told');
    await fetch(`${server.address}/oauth2/token`, {
      method: 'POST',
      headers: CALLED,
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_assertion_type: type,
        client_assertion: assertion,
      }),
    });
    await told;
    const call = await collector.span(
      ({ kind, name, traceId }) => kind === 3 && name === 'GET' && traceId === TRACE_ID,
    );
    expect(received[0]!['traceparent']).toBe(`00-${TRACE_ID}-${call.spanId}-01`);
    expect(call.attributes).toEqual({
      'http.request.method': 'GET',
      'server.address': '127.0.0.1',
      'server.port': (application.address() as AddressInfo).port,
      'http.response.status_code': 200,
    });
  });

  it('holds no secret, no personal data and nothing that a caller wrote', async () => {
    const [user, client] = [await buildUser(app), await buildClient(app)];
    const browser = new BrowserLite(server.address);
    await browser.open(authorizePath(client));
    const { code } = answerOf(await browser.logIn(user));
    const body = new URLSearchParams(redemption(client, code!) as Record<string, string>);
    const exchanged = await fetch(`${server.address}/oauth2/token`, { method: 'POST', body });
    const { access_token: token } = (await exchanged.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${token}` };
    await requestSpan(await fetch(`${server.address}/oauth2/userinfo`, { headers }));
    for (const written of [user.email, user.id, user.password, code!, token, 'my-secret-search', 'of-the-address'])
      expect(collector.text).not.toContain(written);
    expect(collector.text).not.toContain(app.customer.clientSecret);
  });
});

describe('sampling', () => {
  it('leaves the decision to the caller, unless the sampler says otherwise', async () => {
    const unsampled = { traceparent: `00-${'a'.repeat(32)}-${PARENT_ID}-00` };
    const called = await traced();
    await fetch(`${called.address}/healthz`, { headers: unsampled });
    const always = await traced({ OTEL_TRACES_SAMPLER: 'always_on' });
    await fetch(`${always.address}/readyz`, { headers: unsampled });
    const span = await collector.span(({ name }) => name === 'GET /readyz');
    expect(span.traceId).toBe('a'.repeat(32));
    const none = await traced({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' });
    await fetch(`${none.address}/readyz`, { headers: CALLED });
    // What waits is sent at the stop.
    for (const each of [none, called]) each.child.kill('SIGTERM');
    await Promise.all([none.ended(), called.ended()]);
    const probes = collector.spans.filter(
      ({ name, traceId }) => name.endsWith('z') && [TRACE_ID, 'a'.repeat(32)].includes(traceId),
    );
    expect(probes).toEqual([span]);
  });
});

describe('a collector that cannot be reached', () => {
  it('delays neither requests nor the stop, and is logged once', async () => {
    const [port] = await freePorts(1);
    const lonely = await started({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
    for (let n = 0; n < 5; n += 1) expect(await tokenOf(lonely)).toBeDefined();
    lonely.child.kill('SIGTERM');
    expect(await lonely.ended()).toBe(0);
    expect(lonely.lines.filter(({ msg }) => msg.startsWith('traces are lost')).length).toBeLessThanOrEqual(1);
  });
});

describe('without a collector', () => {
  const folders: string[] = [];
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

  /** Whether a server that has answered requests has loaded OpenTelemetry, as V8 tells. */
  async function hasLoaded(start: (env: Record<string, string>) => Promise<Started>): Promise<boolean> {
    const folder = mkdtempSync(join(tmpdir(), 'guildhall-loaded-'));
    folders.push(folder);
    const one = await start({ NODE_V8_COVERAGE: folder });
    const headers = { authorization: `Bearer ${await tokenOf(one, CALLED)}`, ...CALLED };
    expect((await fetch(`${one.address}/groups`, { headers })).status).toBe(200);
    one.child.kill('SIGTERM');
    await one.ended();
    const told = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    const urls = told.flatMap((text) => (JSON.parse(text) as { result: { url: string }[] }).result);
    const files = urls.map(({ url }) => url).filter((url) => url.includes('/dist/app/'));
    expect(files.length).toBeGreaterThan(0);
    return files.some((url) => readFileSync(new URL(url), 'utf8').includes('W3CTraceContextPropagator'));
  }

  it('loads nothing of OpenTelemetry', async () => {
    expect([await hasLoaded(started), await hasLoaded(traced)]).toEqual([false, true]);
  });
});
