import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { User } from '#product';
import { useApp } from '../support/app.ts';
import { useCli } from '../support/cli.ts';

const app = useApp();
const cli = useCli(app);

const find = (email: string) => app.server.runtime.fork().findOne(User, { email });

it('imports a CSV file', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'import-')), 'users.csv');
  await writeFile(file, 'Mail-1;role;Team\nada@cli.example;admin;x\n');
  const args = ['import', '--file', file, '--columns', 'Mail-1=email', '--delimiter', ';', '--json'];
  const dry = await cli.run([...args, '--dry-run']);
  expect([dry.code, dry.stderr]).toEqual([0, '']);
  expect(dry.json).toMatchObject({ status: 'done', dry_run: true, created: 1, ignored_columns: ['Team'] });
  expect(await find('ada@cli.example')).toBeNull();
  expect((await cli.run(args)).json).toMatchObject({ dry_run: false, rows: 1, created: 1, faulty: 0, faults: [] });
  expect(await find('ada@cli.example')).toMatchObject({ role: 'admin' });
});

it('imports JSON lines from standard input, and tells what is wrong with them', async () => {
  const input = `${JSON.stringify({ email: 'grace@cli.example' })}\n${JSON.stringify({ email: 'none' })}\n`;
  const { code, stdout } = await cli.run(['import', '--file=-'], { input });
  expect(code).toBe(1);
  expect(stdout).toMatch(/Created +1\n/);
  expect(stdout).toContain('row 2: email: email is not an email address. (INVALID_INPUT)');
  expect(await find('grace@cli.example')).not.toBeNull();
});

it('imports a CSV of Firebase with the parameters that its console shows, in a given encoding', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  const [file, config] = [join(folder, 'users.csv'), join(folder, 'hash.txt')];
  const cells = ['u1', 'fire@cli.example', 'true', 'bFNyZg==', 'NDJ4RUM=', 'Jos\xe9'];
  await writeFile(file, `${[...cells, ...Array.from({ length: 22 }, () => '')].join(',')},\n`, 'latin1');
  await writeFile(
    config,
    'hash_config {\n  algorithm: SCRYPT,\n  base64_signer_key: anhzcHI4S2k=,\n  base64_salt_separator: Bw==,\n  rounds: 8,\n  mem_cost: 14,\n}\n',
  );
  const args = ['import', '--file', file, '--format', 'firebase', '--encoding', 'windows-1252', '--json'];
  const { json } = await cli.run([...args, '--firebase-hash', config]);
  // The key is too short to be one, so the row tells that the parameters were read.
  expect(json).toMatchObject({ rows: 1, faults: [{ row: 1, path: 'passwordHash' }] });
  await writeFile(config, 'rounds: 8');
  expect((await cli.run([...args, '--firebase-hash', config])).json.error.code).toBe('USAGE');
});

it('refuses columns that are no fields, and a file that is not there', async () => {
  const wrong = await cli.run(['import', '--file=-', '--columns', 'Mail=address', '--json']);
  expect([wrong.code, wrong.json.error.code]).toEqual([2, 'USAGE']);
  const count = 'select count(*)::int as count from user_imports';
  const [before] = (await app.server.database.pool.query(count)).rows;
  const { code, stderr } = await cli.run(['import', '--file', '/nowhere/users.csv']);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: '/nowhere/users.csv cannot be read (ENOENT).\nSee guildhall import --help.\n',
  });
  expect((await app.server.database.pool.query(count)).rows).toEqual([before]);
});
