import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { once } from 'node:events';
import { hostname } from 'node:os';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { cleanUp, errorForCaller } from '#product';
import { useApp } from './support/app.ts';
import { BrowserLite } from './support/browser-lite.ts';
import { authorizePath, buildClient, buildUser } from './support/builders.ts';

const app = useApp({ MANAGEMENT_PORT: '0', MANAGEMENT_ALLOWED_HOSTS: '*.metrics.example' });
const plain = useApp();

const get = async (path: string, method = 'GET') => {
  const response = await fetch(`http://127.0.0.1:${app.server.managementPort}${path}`, { method });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
/** The value of a metric whose labels are these; 0 if there is none yet. */
async function valueOf(name: string, labels: Record<string, string> = {}): Promise<number> {
  const { text } = await get('/metrics');
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = text
    .split('\n')
    .find((each) => /^[^#]/.test(each) && each.split(/[{ ]/)[0] === name && wanted.every((one) => each.includes(one)));
  return Number(line?.split(' ').at(-1) ?? 0);
}

describe('the management port', () => {
  it('is opened only where it is configured, and answers nothing of the server itself', async () => {
    expect(plain.server.managementPort).toBeNull();
    expect((await plain.send('GET', '/metrics')).status).toBe(404);
    expect((await app.send('GET', '/metrics')).status).toBe(404);
    for (const path of ['/', '/healthz', '/oauth2/token', '/graphql', '/groups', '/metrics/x'])
      expect((await get(path)).status).toBe(404);
    const { status, headers } = await get('/metrics', 'POST');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  const statusFor = async (host: string, path = '/metrics', port = app.server.managementPort!): Promise<number> => {
    const [{ statusCode = 0 }] = await once(
      request({ port, host: '127.0.0.1', path, headers: { host } }).end(),
      'response',
    );
    return statusCode;
  };

  it.each(['evil.test', 'evil.test:9464', 'localhost.evil.test', 'metrics.example'])(
    'answers no page of a stranger whose name leads here: %s',
    async (host) => {
      expect(await statusFor(host)).toBe(421);
      expect(await statusFor(host, '/health/ready')).toBe(421);
      const { server, issuer } = plain;
      expect(await statusFor(host, '/dev/mailbox', server.port)).toBe(404);
      expect(await statusFor(new URL(issuer).host, '/dev/mailbox', server.port)).toBe(200);
    },
  );

  it.each([
    'localhost:9464',
    '127.0.0.1:9464',
    '10.1.2.3:9464',
    '[fd00::1]:9464',
    'guildhall:9464',
    'guildhall.identity.svc:9464',
    'guildhall.identity.svc.cluster.local',
    `${hostname()}:9464`,
    'node1.metrics.example:9464',
  ])('answers what orchestrators and scrapers send: %s', async (host) => {
    expect(await statusFor(host)).toBe(200);
    expect(await statusFor(host, '/health/live')).toBe(200);
  });

  it('says whether the server has started, lives and is ready, with what that depends on', async () => {
    expect(JSON.parse((await get('/health/started')).text)).toEqual({ status: 'ok', checks: { start: 'ok' } });
    expect(JSON.parse((await get('/health/live')).text)).toEqual({ status: 'ok', checks: { process: 'ok' } });
    const { status, text } = await get('/health/ready');
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { status: 'ok', checks: { database: 'ok', migrations: 'ok', signing_keys: 'ok' } },
    ]);
  });

  it('says 503 while PostgreSQL lacks what the server needs, and still lives', async () => {
    const { pool } = app.server.database;
    await pool.query('alter table schema_migrations rename to hidden');
    const [ready, live] = [await get('/health/ready'), await get('/health/live')];
    await pool.query('alter table hidden rename to schema_migrations');
    expect([ready.status, JSON.parse(ready.text).status, live.status]).toEqual([503, 'unavailable', 200]);
    expect((await get('/health/ready')).status).toBe(200);
  });
});

describe('a management port that is taken', () => {
  const other = createServer();
  afterAll(() => void other.close());

  it('stops the start, and says which variable to change', async () => {
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(app.another({ managementPort: port })).rejects.toThrow(
      `Cannot listen on port ${port} of 127.0.0.1: something else listens there. Set MANAGEMENT_PORT or MANAGEMENT_HOST to others.`,
    );
  });
});

describe('the metrics', () => {
  it('time requests by the template of their route, and never by what a caller wrote', async () => {
    const route = { http_request_method: 'GET', http_route: '/groups/:group_id', http_response_status_code: '404' };
    const name = 'http_server_request_duration_seconds_count';
    const before = await valueOf(name, route);
    const token = await app.token('read');
    await app.send('GET', '/groups/somebody-elses', { token });
    await app.send('GET', '/wholly/unknown');
    await app.send('PROPFIND', '/groups', { token });
    expect(await valueOf(name, route)).toBe(before + 1);
    expect(await valueOf(name, { http_route: '', http_response_status_code: '404' })).toBeGreaterThan(0);
    expect(await valueOf(name, { http_request_method: '_OTHER' })).toBeGreaterThan(0);
    const { text } = await get('/metrics');
    for (const written of ['somebody-elses', 'unknown/', 'PROPFIND']) expect(text).not.toContain(written);
  });

  it('count token requests by grant and result', async () => {
    const issued = { grant: 'client_credentials', result: 'issued' };
    const before = await valueOf('guildhall_token_requests_total', issued);
    await app.token('read');
    const ask = (fields: object) =>
      app.send('POST', '/oauth2/token', { body: new URLSearchParams(fields as Record<string, string>) });
    const { clientId, clientSecret } = app.customer;
    await ask({ grant_type: 'client_credentials', client_id: clientId, client_secret: 'wrong' });
    await ask({ grant_type: 'magic', client_id: clientId, client_secret: clientSecret });
    expect(await valueOf('guildhall_token_requests_total', issued)).toBe(before + 1);
    expect(await valueOf('guildhall_token_requests_total', { ...issued, result: 'invalid_client' })).toBe(1);
    expect(
      await valueOf('guildhall_token_requests_total', { grant: 'unknown', result: 'unsupported_grant_type' }),
    ).toBe(1);
  });

  it('count logins by outcome, and time the hashes of passwords', async () => {
    const user = await buildUser(app);
    const client = await buildClient(app);
    const hashes = await valueOf('guildhall_password_hash_duration_seconds_count');
    for (const password of ['not the password', user.password]) {
      const browser = new BrowserLite(app.issuer);
      await browser.open(authorizePath(client));
      await browser.logIn({ ...user, password });
    }
    expect(await valueOf('guildhall_logins_total', { outcome: 'succeeded', method: 'pwd' })).toBe(1);
    expect(await valueOf('guildhall_logins_total', { outcome: 'wrong_password' })).toBe(1);
    expect(await valueOf('guildhall_password_hash_duration_seconds_count')).toBe(hashes + 2);
    // It is counted once a minute.
    app.clock.advance(61);
    expect(await valueOf('guildhall_sessions')).toBeGreaterThan(0);
  });

  it('time statements by name, and show the pool and the outboxes', async () => {
    await app.token('read');
    expect(
      await valueOf('db_client_operation_duration_seconds_count', { db_operation_name: 'clients.registration' }),
    ).toBeGreaterThan(0);
    expect(await valueOf('db_client_connection_max')).toBe(app.server.database.pool.options.max);
    expect(await valueOf('db_client_connection_wait_time_seconds_count')).toBeGreaterThan(0);
    await app.server.database.pool.query(
      `insert into outbox_mails (id, customer_id, kind, recipient, subject, next_attempt_at, created_at, failed_at)
       select gen_random_uuid(), id, 'invitation', 'a@b.example', 'x', now(), now() - interval '1 hour', failed
       from customers, (values (null), (now())) as given(failed)`,
    );
    app.clock.advance(61);
    expect(await valueOf('guildhall_outbox_dead', { outbox: 'mail' })).toBe(1);
    expect(await valueOf('guildhall_outbox_dead', { outbox: 'logout' })).toBe(0);
  });

  it('count requests that were put off, by cause', async () => {
    const error = Object.assign(new Error('No space left on device'), { code: '53100' });
    const { runtime } = app.server;
    errorForCaller(error, runtime, {});
    errorForCaller(error, runtime, {});
    expect(await valueOf('guildhall_put_off_requests_total', { cause: 'disk_full' })).toBe(2);
  });

  it('lack what the database counts while it does not answer, and have everything else', async () => {
    const { pool } = app.server.database;
    await pool.query('alter table outbox_mails rename to hidden_mails; alter table sessions rename to hidden_sessions');
    app.clock.advance(61);
    const { status, text } = await get('/metrics');
    await pool.query('alter table hidden_mails rename to outbox_mails; alter table hidden_sessions rename to sessions');
    expect(status).toBe(200);
    expect(text).toContain('guildhall_outbox_dead{outbox="logout"} 0');
    expect(text).not.toMatch(/^guildhall_sessions|outbox="mail"/m);
    expect((await get('/metrics')).text).toMatch(/^guildhall_sessions /m);
  });

  it('tell when expired rows were deleted', async () => {
    await cleanUp(app.server.runtime);
    expect(await valueOf('guildhall_clean_up_last_success_timestamp_seconds')).toBeGreaterThan(1e9);
    expect(await valueOf('guildhall_swept_rows_total', { entity: 'Session' })).toBe(0);
  });

  it('have names that promtool accepts', async () => {
    const { text } = await get('/metrics');
    const metrics = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => ({
      name: name!,
      type: type!,
    }));
    expect(metrics.length).toBeGreaterThan(40);
    const refused = metrics.filter(
      ({ name, type }) =>
        name.endsWith('_total') !== (type === 'counter') ||
        /_(?:count|sum|bucket|info|histogram|summary|gauge)$/.test(name),
    );
    expect(refused.map(({ name }) => name)).toEqual(['nodejs_version_info']);
  });

  it('are all that the dashboard and the alerts ask for', async () => {
    await app.token('read');
    const { text } = await get('/metrics');
    const labels = new Set([...text.matchAll(/[{,]([a-z_]+)="/g)].map(([, label]) => label));
    const known = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name, type]) =>
        type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name],
      ),
    );
    const { panels } = JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8'));
    const drawn = panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr));
    const asked = [...drawn, readFileSync('deploy/alerts.yml', 'utf8')].flatMap((query) =>
      [...query.matchAll(/\b(?:http|guildhall|db|nodejs|process)_[a-z_0-9]+(?=[{)[ ])/g)].map(([name]) => name),
    );
    expect(asked.length).toBeGreaterThan(25);
    expect(asked.filter((name) => !known.has(name) && !labels.has(name))).toEqual([]);
  });
});
