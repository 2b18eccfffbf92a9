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

it('refuses columns that are no fields, and a file that is not there', async () => {
  const wrong = await cli.run(['import', '--file=-', '--columns', 'Mail=address', '--json']);
  expect([wrong.code, wrong.json.error.code]).toEqual([2, 'USAGE']);
  expect((await cli.run(['import', '--file', '/nowhere/users.csv'])).code).toBe(1);
});
