import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { createLog, loadConfig, startServer } from '#product';
import { useApp } from '../../support/app.ts';
import { useBackups } from '../../support/backups.ts';
import { rowsAt } from '../../support/rows.ts';

const app = useApp();
const { cli, folder, file, emptyDatabase, restore } = useBackups(app);

describe('guildhall backup and restore', () => {
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
