import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { CustomerCredentials, RunningServer } from '#product';
import { useApp } from '../support/app.ts';
import { Relay } from '../support/relay.ts';

const READER = 'reader-of-lists';

const app = useApp();
const relay = new Relay();
const lines: { level: number; msg: string; err?: { message: string } }[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
let customer: CustomerCredentials;
let server: RunningServer;
let token: string;

// The same PostgreSQL on another way, under another name. `npm run test:ha` has a real replica, which lags and dies.
beforeEach(async () => {
  lines.length = 0;
  customer = await app.newCustomer();
  const url = await relay.start(app.databaseUrl);
  server = await app.another({ log, readUrl: `${url}?application_name=${READER}` });
  token = await tokenOf(server);
});
afterEach(async () => {
  await server.stop();
  await relay.cut();
});

async function tokenOf({ issuer }: RunningServer): Promise<string> {
  const { clientId, clientSecret } = customer;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope: 'read' };
  const answer = await fetch(`${issuer}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function list(running = server, bearer = token): Promise<{ status: number; names: string[] }> {
  const answer = await fetch(`${running.issuer}/groups`, { headers: { authorization: `Bearer ${bearer}` } });
  const { groups = [] } = (await answer.json()) as { groups?: { name: string }[] };
  return { status: answer.status, names: groups.map(({ name }) => name) };
}

const write = async (name: string) =>
  app.send('POST', '/groups', { token: await app.token('write', customer), body: { name } });

/** What was read there last, connection by connection. */
async function readThere(): Promise<string[]> {
  const { rows } = await app.server.database.pool.query(
    `select query from pg_stat_activity where application_name = '${READER}'`,
  );
  return rows.map(({ query }) => query);
}

const said = (): string[] => lines.filter(({ msg }) => msg.includes('replica')).map(({ msg }) => msg);

describe('a DATABASE_READ_URL', () => {
  it('has lists read there, with all that was written before', async () => {
    await write('the first');
    expect(await list()).toEqual({ status: 200, names: ['the first'] });
    expect((await readThere()).some((query) => query.includes('from groups'))).toBe(true);
    expect(said()).toEqual([]);
  });

  it('loses nobody when its server does not answer, and tells the log once', async () => {
    await write('the first');
    relay.freeze();
    await write('the second');
    for (let time = 0; time < 3; time += 1)
      expect(await list()).toEqual({ status: 200, names: ['the first', 'the second'] });
    expect(said()).toEqual(['the replica does not answer, so lists are read from the primary']);
  });

  it('is used again when it answers', async () => {
    relay.freeze();
    await write('the second');
    expect((await list()).names).toEqual(['the second']);
    await relay.cut();
    await relay.mend();
    app.clock.advance(6);
    expect((await list()).status).toBe(200);
    app.clock.advance(6);
    expect((await list()).names).toContain('the second');
    expect(said().at(-1)).toBe('the replica answers again');
    expect((await readThere()).some((query) => query.includes('from groups'))).toBe(true);
  });

  it('loses nobody when its connections break', async () => {
    const reads = Array.from({ length: 20 }, () => list());
    await relay.cut();
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(reads.map(() => 200));
    await relay.mend();
  });

  it('is not used if it leads to another database', async () => {
    const other = new URL(app.databaseUrl);
    other.pathname = new URL(process.env['TEST_POSTGRES_URL']!).pathname;
    const mistaken = await app.another({ log, readUrl: other.href });
    expect((await list(mistaken, await tokenOf(mistaken))).status).toBe(200);
    await mistaken.stop();
    expect(lines.find(({ err }) => err)?.err?.message).toBe(
      'DATABASE_READ_URL does not lead to a replica of the database of DATABASE_URL',
    );
  });
});
