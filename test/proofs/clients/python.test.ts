import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parse, validate } from 'graphql';
import { useApp } from '../../support/app.ts';
import { buildUser, type BuiltUser } from '../../support/builders.ts';
import { needs } from '../../support/needs.ts';
import { committedSchema } from '../../support/schema.ts';

const app = useApp();
let folder: string;
let users: BuiltUser[];

// More than a page of them.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'python-'));
  users = await Promise.all(Array.from({ length: 101 }, () => buildUser(app)));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the example for these addresses. */
const offboard = async (addresses: readonly string[], secret = app.customer.clientSecret) => {
  const file = join(folder, 'leavers.txt');
  await writeFile(file, addresses.join('\n'));
  return promisify(execFile)('python3', ['-B', 'examples/python/offboard.py', file], {
    env: {
      PATH: process.env['PATH'],
      GUILDHALL_URL: app.issuer,
      CLIENT_ID: app.customer.clientId,
      CLIENT_SECRET: secret,
    },
  });
};

needs('python', it)('disables the users of a file, wherever they are in the list, and says what it did', async () => {
  const [first, last] = [users[0]!, users.at(-1)!];
  const leavers = [first.email.toUpperCase(), '', last.email, 'nobody@example.com'];
  expect((await offboard(leavers)).stdout.split('\n').toSorted()).toEqual(
    ['', `${first.email} is disabled`, `${last.email} is disabled`, 'nobody@example.com has no account'].toSorted(),
  );
  const { users: left } = await app.data(
    await app.token('read'),
    '{ users(first: 200) { edges { node { email isActive } } } }',
  );
  const disabled = left.edges.filter(({ node }: { node: { isActive: boolean } }) => !node.isActive);
  expect(disabled.map(({ node }: { node: { email: string } }) => node.email).toSorted()).toEqual(
    [first.email, last.email].toSorted(),
  );
  expect((await offboard([first.email])).stdout).toBe(`${first.email} was disabled before\n`);
});

needs('python', it)('says why it could not', async () => {
  await expect(offboard(['admin@example.com'])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^admin@example\.com is not disabled: [A-Z_]+: /),
  });
  await expect(offboard([], 'wrong')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^INVALID_CLIENT: .+\n.+\/docs\/errors#INVALID_CLIENT\n$/),
  });
});

it('has operations of the schema', async () => {
  const operations = parse(await readFile('examples/python/operations.graphql', 'utf8'));
  expect(validate(committedSchema(), operations)).toEqual([]);
});
