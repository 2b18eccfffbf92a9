import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countEvents, createLog, loadConfig, startServer } from '#product';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { useCli } from '../support/cli.ts';
import { tokensOf } from '../support/logins.ts';
import { enroll } from '../support/mfa.ts';
import { cloneDatabase, dropDatabase } from '../support/postgres.ts';
import { expectSameRows, rowsAt, tablesAt } from '../support/rows.ts';

const app = useApp();
const cli = useCli(app);
const admin = process.env['TEST_POSTGRES_URL']!;
const folder = mkdtempSync(join(tmpdir(), 'guildhall-backup-'));
const file = join(folder, 'guildhall.backup');
const databases: string[] = [];

async function emptyDatabase(): Promise<string> {
  const name = `restored_${randomUUID().replaceAll('-', '')}`;
  databases.push(name);
  return cloneDatabase(admin, 'template1', name);
}

const backup = (path: string) => cli.run(['backup', path, '--json']);
const restore = (path: string, url: string, env = {}) =>
  cli.run(['restore', path, '--json'], { env: { DATABASE_URL: url, ...env } });
beforeAll(async () => {
  // The embedded PostgreSQL of root runs as somebody else.
  chmodSync(folder, 0o755);
  await backup(file);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const name of databases) await dropDatabase(admin, name);
});

describe('guildhall backup and restore', () => {
  it('keeps every row of every table, and what depends on the key', async () => {
    const user = await buildUser(app);
    const client = await buildClient(app);
    const { access_token, refresh_token } = await tokensOf(app, client, user, 'openid offline_access');
    await enroll(app, access_token);
    // What a server counts of events once they are two minutes old is counted now, and not between the copy and the comparison.
    app.clock.advance(120);
    await countEvents(app.server.runtime);
    const whole = join(folder, 'whole.backup');
    const made = await backup(whole);
    expect(made.code).toBe(0);
    expect(made.stdout).not.toContain(user.email);
    expect(statSync(whole).mode & 0o777).toBe(0o600);

    const url = await emptyDatabase();
    const { code, json } = await restore(whole, url);
    expect({ code, tables: json.tables }).toEqual({ code: 0, tables: made.json.tables });
    await expectSameRows(url, app.databaseUrl);

    const server = await app.another({ databaseUrl: url });
    try {
      const fields = { grant_type: 'refresh_token', client_id: client.id, refresh_token };
      const body = new URLSearchParams(fields);
      expect((await fetch(`${server.issuer}/oauth2/token`, { method: 'POST', body })).status).toBe(200);
    } finally {
      await server.stop();
    }
    expect((await restore(whole, url)).json.error.code).toBe('DATABASE_NOT_EMPTY');
  });

  it('restores the backup of an older version, and applies what it lacks', async () => {
    const old = await emptyDatabase();
    expect((await restore(file, old)).code).toBe(0);
    const env = { DATABASE_URL: old };
    for (let step = 0; step < 2; step += 1) await cli.run(['migrate', 'down', '--yes'], { env });
    const path = join(folder, 'older.backup');
    expect((await cli.run(['backup', path, '--json'], { env })).code).toBe(0);
    const url = await emptyDatabase();
    expect((await restore(path, url)).code).toBe(0);
    const { json } = await cli.run(['migrate', 'status', '--json'], { env: { DATABASE_URL: url } });
    expect(json.migrations.filter(({ applied }: { applied: boolean }) => !applied)).toEqual([]);
    const users = 'select id from users order by 1';
    expect(await rowsAt(url, users)).toEqual(await rowsAt(old, users));
  });

  it('leaves a file alone that exists, and says what it cannot write or read', async () => {
    const before = readFileSync(file);
    const again = await backup(file);
    expect(again.json.error).toMatchObject({
      code: 'BACKUP_NOT_WRITTEN',
      message: `${file} cannot be written: it exists already.`,
    });
    expect(readFileSync(file)).toEqual(before);
    const homeless = (await backup(join(folder, 'none/x.backup'))).json.error;
    expect(homeless.message).toBe(`${join(folder, 'none/x.backup')} cannot be written: its folder does not exist.`);
    const none = await restore(join(folder, 'none.backup'), await emptyDatabase());
    expect(none.json.error).toMatchObject({
      code: 'BACKUP_UNREADABLE',
      message: 'The file cannot be read: it does not exist. Nothing was restored.',
    });
  });

  it('restores nothing of a file that is damaged, cut short or something else, and then the whole one', async () => {
    const url = await emptyDatabase();
    const bytes = readFileSync(file);
    const text = gunzipSync(bytes).toString();
    const lines = text.split('\n');
    const flipped = Buffer.from(bytes);
    flipped[bytes.length >> 1]! ^= 0xff;
    const broken = {
      'flipped.backup': flipped,
      'cut.backup': bytes.subarray(0, bytes.length >> 1),
      'short.backup': gzipSync(lines.slice(0, -2).join('\n') + '\n'),
      'longer.backup': gzipSync(`${text}{"end":true}\n`),
      'other.backup': gzipSync('id,name\n1,Ada\n'),
      'plain.backup': Buffer.from('hello'),
      'empty.backup': Buffer.alloc(0),
    };
    for (const [name, content] of Object.entries(broken)) {
      writeFileSync(join(folder, name), content);
      const { json } = await restore(join(folder, name), url);
      expect({ name, code: json.error.code }).toEqual({ name, code: 'BACKUP_UNREADABLE' });
    }
    expect((await restore(file, url)).code).toBe(0);
  });

  it('refuses a backup of a newer version, and one that another key encrypted', async () => {
    const url = await emptyDatabase();
    const [head, ...rest] = gunzipSync(readFileSync(file)).toString().split('\n');
    const newer = JSON.parse(head!);
    newer.migrations.push('2999-01-01-future');
    writeFileSync(join(folder, 'newer.backup'), gzipSync([JSON.stringify(newer), ...rest].join('\n')));
    expect((await restore(join(folder, 'newer.backup'), url)).json.error.code).toBe('BACKUP_NEWER');
    const { json } = await restore(file, url, { SECRET_KEY: Buffer.alloc(32, 9).toString('base64') });
    expect(json.error).toMatchObject({ code: 'SECRET_KEY', message: expect.stringContaining('another SECRET_KEY') });
    expect(await tablesAt(url)).toEqual([]);
  });

  it('refuses a database that has something in it, and leaves that as it is', async () => {
    const foreign = await emptyDatabase();
    await rowsAt(foreign, 'create table invoices (id int)');
    expect((await restore(file, foreign)).json.error.message).toBe(
      'The other database is not empty: it has the table invoices.',
    );
    expect(await tablesAt(foreign)).toEqual(['invoices']);
  });

  it('backs up an embedded database that runs, with its key, and restores it in a new folder', async () => {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')];
    const path = join(folder, 'embedded.backup');
    const environment = (dataDir: string) => ({
      DATA_DIR: dataDir,
      NODE_ENV: 'test',
      DATABASE_URL: '',
      SECRET_KEY: '',
    });
    const client = { BOOTSTRAP_CLIENT_ID: 'svc', BOOTSTRAP_CLIENT_SECRET: 'a-secret-of-the-tests' };
    const config = loadConfig({ ...environment(from), ...client, PORT: '0' });
    const server = await startServer(config, createLog('silent'));
    try {
      expect((await cli.run(['backup', path, '--json'], { env: environment(from) })).code).toBe(0);
      const same = await cli.run(['restore', path, '--json'], { env: environment(from) });
      expect(same.json.error.message).toContain('is already running');
    } finally {
      await server.stop();
    }
    expect((await cli.run(['restore', path, '--json'], { env: environment(to) })).code).toBe(0);
    const restored = await startServer(loadConfig({ ...environment(to), PORT: '0' }), createLog('silent'));
    try {
      const credentials = { client_id: 'svc', client_secret: client.BOOTSTRAP_CLIENT_SECRET };
      const body = new URLSearchParams({ grant_type: 'client_credentials', ...credentials });
      expect((await fetch(`${restored.issuer}/oauth2/token`, { method: 'POST', body })).status).toBe(200);
    } finally {
      await restored.stop();
    }
    expect(readFileSync(join(to, 'SECRET_KEY'), 'utf8')).toBe(readFileSync(join(from, 'SECRET_KEY'), 'utf8'));
  });
});
