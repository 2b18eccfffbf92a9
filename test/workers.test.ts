import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Config } from '../src/ground/config/load.ts';
import { useApp } from './support/app.ts';
import { buildConfidential, buildUser, SECRET } from './support/builders.ts';
import { Mailbox } from './support/mailbox.ts';
import { freePorts } from './support/ports.ts';
import { until } from './support/until.ts';
import { BUILT, Started } from './support/started.ts';
import { TEST_SECRET_KEY } from './support/template.ts';

// Real processes, which take their time to start on a busy machine.

const app = useApp();
const running: Started[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) {
    if (server.child.exitCode === null) process.kill(-server.child.pid!, 'SIGKILL');
    await server.ended();
  }
});

interface Server {
  readonly server: Started;
  readonly management: string;
}

/** A server with two workers on the app's database, and with a management port. */
async function start(env: Record<string, string> = {}): Promise<Server> {
  const [port] = await freePorts(1);
  const server = await Started.by(BUILT, {
    WORKERS: '2',
    DATABASE_URL: (app.server.runtime.settings as Config).database.url!,
    SECRET_KEY: TEST_SECRET_KEY,
    BASE_URL: app.issuer,
    MANAGEMENT_PORT: String(port),
    ...env,
  });
  running.push(server);
  return { server, management: `http://127.0.0.1:${port}` };
}

const credentials = () => ({ client_id: app.customer.clientId, client_secret: app.customer.clientSecret });

/** The process ids of the workers. */
const workersOf = ({ server: { child } }: Server): number[] =>
  readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ').map(Number);

async function valueOf({ management }: Server, line: string): Promise<number> {
  const text = await (await fetch(`${management}/metrics`)).text();
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return Number(found?.split(' ').at(-1) ?? 0);
}

const ISSUED = 'guildhall_token_requests_total{grant="client_credentials",result="issued"}';

/** Gets a token over a connection of this agent. The status, or the code of the connection's failure. */
function ask({ server }: Server, agent: Agent): Promise<number | string> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...credentials() }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return new Promise((resolve) => {
    const asked = request(`${server.address}/oauth2/token`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode!));
      answer.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code!));
    });
    asked.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code!)).end(body);
  });
}

const alone = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });

describe('a server with two workers', () => {
  it('says once that it listens, and adds up what its workers count', async () => {
    const server = await start();
    expect(server.server.lines.filter(({ msg }) => msg === 'listening')).toHaveLength(1);
    expect(workersOf(server)).toHaveLength(2);
    const agents = Array.from({ length: 6 }, alone);
    for (const agent of agents) expect(await ask(server, agent)).toBe(200);
    expect(await valueOf(server, ISSUED)).toBe(6);
    expect(await valueOf(server, 'db_client_connection_max')).toBe(2 * app.server.database.pool.options.max);
    expect(await (await fetch(`${server.management}/health/ready`)).json()).toEqual({
      status: 'ok',
      checks: { database: 'ok', migrations: 'ok', signing_keys: 'ok', workers: '2 of 2' },
    });
    for (const agent of agents) agent.destroy();
  });

  it('has all settings in its workers, also types of authorization details', async () => {
    const types = { pay: { name: 'Pay', members: { amount: { type: 'string' } } } };
    const { server } = await start({ AUTHORIZATION_DETAILS_TYPES: JSON.stringify(types) });
    const metadata = await (await fetch(`${server.address}/.well-known/openid-configuration`)).json();
    expect(metadata).toMatchObject({ authorization_details_types_supported: ['pay'] });
    const details = (amount: unknown) => JSON.stringify([{ type: 'pay', amount }]);
    const client = await buildConfidential(app, {
      grantTypes: ['client_credentials'],
      authorizationDetailsTypes: ['pay'],
    });
    const asked = { client_id: client.id, client_secret: SECRET, scope: 'read' };
    expect((await server.token({ ...asked, authorization_details: details('1') })).status).toBe(200);
    expect((await server.token({ ...asked, authorization_details: details(1) })).status).toBe(400);
  });

  it('replaces one that is killed, whose connections alone fail, and forgets nothing that it counted', async () => {
    const server = await start();
    const agents = Array.from({ length: 4 }, alone);
    for (const agent of agents) expect(await ask(server, agent)).toBe(200);
    expect(await valueOf(server, ISSUED)).toBe(4);
    const before = workersOf(server);
    const going = agents.map(async (agent) => {
      const statuses: (number | string)[] = [];
      for (let time = 0; time < 20; time += 1) statuses.push(await ask(server, agent));
      return statuses;
    });
    process.kill(before[0]!, 'SIGKILL');
    const failures = (await Promise.all(going)).map((statuses) => statuses.filter((status) => status !== 200));
    // Each connection to the dead worker fails once, and the next one is another's.
    for (const failed of failures) expect(failed.length).toBeLessThanOrEqual(1);
    await until(async () => {
      const { checks } = (await (await fetch(`${server.management}/health/ready`)).json()) as { checks: object };
      return JSON.stringify(checks).includes('2 of 2');
    });
    expect(workersOf(server)).not.toContain(before[0]);
    expect(await valueOf(server, ISSUED)).toBeGreaterThanOrEqual(4 + 4 * 19);
    for (const agent of agents) agent.destroy();
  });

  it('is ready at once while a killed one is being replaced', async () => {
    const server = await start({ READY_TIMEOUT_SECONDS: '60' });
    const [first] = workersOf(server);
    process.kill(first!, 'SIGKILL');
    for (let time = 0; time < 5; time += 1) {
      const begun = performance.now();
      const answer = await fetch(`${server.management}/health/ready`);
      expect(answer.status).toBe(200);
      expect(performance.now() - begun).toBeLessThan(30_000);
    }
  });

  it('goes on with the others while one hangs, and replaces that', async () => {
    const server = await start({ READY_TIMEOUT_SECONDS: '60' });
    const agents = Array.from({ length: 4 }, alone);
    for (const agent of agents) expect(await ask(server, agent)).toBe(200);
    const [hanging] = workersOf(server);
    process.kill(hanging!, 'SIGSTOP');
    const ready = await fetch(`${server.management}/health/ready`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ status: 'ok', checks: { workers: '1 of 2' } });
    expect(await ask(server, new Agent())).toBe(200);
    await until(() => Promise.resolve(!workersOf(server).includes(hanging!)));
    expect(server.server.lines).toContainEqual(
      expect.objectContaining({ level: 'error', pid: hanging, msg: 'a worker does not answer, and is ended' }),
    );
    await until(async () =>
      JSON.stringify(await (await fetch(`${server.management}/health/ready`)).json()).includes('2 of 2'),
    );
    for (const agent of agents) agent.destroy();
  });

  it('answers all requests that it has when it is told to stop, and loses no new connection', async () => {
    // Long enough for each of the eight to see it, however busy the machine is.
    const server = await start({ SHUTDOWN_DELAY_SECONDS: '10' });
    const told = { stopping: false, answers: 0 };
    const going = Array.from({ length: 8 }, async () => {
      const statuses: (number | string)[] = [];
      const agent = alone();
      // A balancer stops sending requests before the delay is over.
      while (!told.stopping || !(await isDraining(server))) told.answers = statuses.push(await ask(server, agent));
      agent.destroy();
      return statuses;
    });
    await until(() => told.answers > 1);
    server.server.child.kill('SIGTERM');
    told.stopping = true;
    const statuses = (await Promise.all(going)).flat();
    expect(statuses.length).toBeGreaterThan(8);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await server.server.ended()).toBe(0);
    expect(server.server.lines.filter(({ msg }) => msg === 'stopping')).toHaveLength(1);
  });

  it('ends at once with all its processes when its parent is killed', async () => {
    const server = await start();
    const workers = workersOf(server);
    for (const pid of workers) process.kill(pid, 'SIGSTOP');
    // Their parent asks them in vain, so that they find the question of one that is gone.
    expect(await valueOf(server, ISSUED)).toBe(0);
    server.server.child.kill('SIGKILL');
    await server.server.ended();
    for (const pid of workers) process.kill(pid, 'SIGCONT');
    await until(() => Promise.resolve(workers.every((pid) => !isAlive(pid))));
    expect(server.server.errors).toBe('');
  });

  it('refuses to start, and says why, if its workers cannot', async () => {
    const { server } = await start({ GEOIP_DATABASE: '/nowhere.mmdb' });
    expect(await server.ended()).toBe(1);
    expect(server.errors).toContain('GEOIP_DATABASE');
    expect(server.output).not.toContain('"listening"');
  });
});

async function isDraining({ management }: Server): Promise<boolean> {
  const { status } = (await (await fetch(`${management}/health/ready`)).json()) as { status: string };
  return status === 'draining';
}

function isAlive(pid: number): boolean {
  try {
    // An ended process that nobody waits for is still listed.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('the jobs of a server with two workers', () => {
  const mailbox = new Mailbox();

  it('are done by one of them, which the other one wakes, and by the other one when it dies', async () => {
    await mailbox.start();
    const server = await start({ SMTP_URL: mailbox.url });
    const token = await app.token('admin');
    const invite = async (): Promise<void> => {
      const user = await buildUser(app);
      const query = 'mutation ($id: ID!) { requestPasswordReset(userId: $id) { user { id } } }';
      const answer = await fetch(`${server.server.address}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ query, variables: { id: user.id } }),
      });
      expect(await answer.json()).not.toHaveProperty('errors');
      expect((await mailbox.next(user.email)).link).toContain('token=');
    };
    // Each is a new connection, so both workers get some.
    for (let time = 0; time < 4; time += 1) await invite();
    for (const pid of workersOf(server)) {
      process.kill(pid, 'SIGKILL');
      await until(async () => !workersOf(server).includes(pid) && workersOf(server).length === 2);
      await until(async () =>
        JSON.stringify(await (await fetch(`${server.management}/health/ready`)).json()).includes('2 of 2'),
      );
      await invite();
    }
    await mailbox.stop();
  });
});
