import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Listener } from '#product';
import { useApp } from '../support/app.ts';
import { needs } from '../support/needs.ts';
import { PgBouncer } from '../support/pgbouncer.ts';
import { until } from '../support/until.ts';

const app = useApp();
const pooler = new PgBouncer();
let listener: Listener | undefined;
afterEach(async () => {
  await listener?.close();
  await pooler.stop();
});

const query = async <Row>(text: string): Promise<Row[]> => (await app.server.database.pool.query(text)).rows as Row[];

/** A listener on a channel, what it has heard, and what it has logged. */
async function listen(channel: string, url = app.databaseUrl) {
  const seen = { heard: 0, lines: [] as string[] };
  const log = pino({ level: 'info' }, { write: (line) => void seen.lines.push(line) });
  const heard = { [channel]: () => void (seen.heard += 1) };
  listener = new Listener({ url, connectSeconds: 5, log, heard });
  await listener.open();
  return seen;
}

describe('the connection that hears notifications', () => {
  it('hears what is committed on its channel, and nothing else', async () => {
    const seen = await listen('one_channel');
    await query(`notify another_channel`);
    await query(`begin; notify one_channel; rollback`);
    expect(seen.heard).toBe(0);
    await query(`notify one_channel`);
    await until(() => seen.heard === 1);
  });

  it('is opened again when it breaks, and counts what it may have missed as heard', async () => {
    const seen = await listen('broken_channel');
    const [ended] = await query<{ ended: boolean }>(
      `select pg_terminate_backend(pid) as ended from pg_stat_activity where query = 'listen broken_channel'`,
    );
    expect(ended).toEqual({ ended: true });
    await until(() => seen.heard === 1);
    expect(seen.lines).toEqual([expect.stringContaining('broke')]);
    await query(`notify broken_channel`);
    await until(() => seen.heard === 2);
  });

  needs('pgbouncer', it)('is not opened behind a pooler, and the log says so', async () => {
    const seen = await listen('pooled_channel', await pooler.start(app.databaseUrl, 'transaction'));
    expect(seen.lines).toEqual([expect.stringContaining('behind a pooler')]);
    expect(await query(`select from pg_stat_activity where query = 'listen pooled_channel'`)).toEqual([]);
  });

  it('waits for a database that is not there yet, without stopping the start', async () => {
    const seen = await listen('absent_channel', app.databaseUrl.replace(/[^/]*$/, 'no_such_database'));
    expect(seen).toEqual({ heard: 0, lines: [expect.stringContaining('opened again')] });
  });

  it('is one for a whole server', async () => {
    const listening = await query(
      `select from pg_stat_activity where datname = current_database() and query like 'listen %'`,
    );
    expect(listening).toHaveLength(1);
  });
});
