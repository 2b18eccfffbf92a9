import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildUser } from '../support/builders.ts';
import { useCli } from '../support/cli.ts';

const app = useApp();
const cli = useCli(app);

it('writes users to a file that only its owner reads', async () => {
  const { id, email } = await buildUser(app);
  const file = join(await mkdtemp(join(tmpdir(), 'export-')), 'users.jsonl');
  const { code, json, stderr } = await cli.run(['export', '--kind', 'users', '--file', file, '--json']);
  expect({ code, stderr, json }).toEqual({ code: 0, stderr: '', json: { kind: 'users', file, rows: 2 } });
  const lines = (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toContainEqual(expect.objectContaining({ id, email }));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('refuses what cannot be exported', async () => {
  expect((await cli.run(['export', '--kind', 'sessions', '--file', 'x'])).code).toBe(2);
});
