import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { countEvents } from '#product';
import { useApp } from '../support/app.ts';
import { useBackups } from '../support/backups.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { enroll } from '../support/mfa.ts';
import { expectSameRows, rowsAt, tablesAt } from '../support/rows.ts';

const app = useApp();
const { folder, file, emptyDatabase, backup, restore } = useBackups(app);

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
});
