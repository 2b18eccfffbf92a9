import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { buildClient } from '../support/builders.ts';
import { signedIn } from '../support/logins.ts';
import { usePython } from '../support/python.ts';

// Schemathesis derives requests from openapi.json, those that fit it and those that do not.
const python = await usePython('schemathesis==4.32.5');

// A request that fits can still name what does not exist or is taken, which the interface answers with 400.
const FLAGS = [
  ['--phases', 'coverage,fuzzing,stateful'],
  ['--exclude-checks', 'positive_data_acceptance'],
  ['--max-examples', '3'],
  ['--seed', '1'],
  ['--warnings', 'off'],
].flat();

const app = useApp({ SIGNUP_ENABLED: 'true' });
let client: Client;

beforeAll(async () => {
  client = await buildClient(app);
});

/** Runs all phases of Schemathesis as a caller with this token, and gives what it has to say; empty where all is well. */
function complaints(token: string | undefined): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'guildhall-schemathesis-'));
  const args = ['run', `${app.issuer}/openapi.json`, ...FLAGS];
  if (token) args.push('--header', `Authorization: Bearer ${token}`);
  const options = { cwd, timeout: 580_000, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, NO_COLOR: '1' } };
  return new Promise((resolve) => {
    execFile(join(python.programs, 'schemathesis'), args, options, (fault, stdout, stderr) => {
      rmSync(cwd, { recursive: true, force: true });
      resolve(fault ? `${fault.message}\n${stdout.slice(-8_000)}\n${stderr}` : '');
    });
  });
}

type Caller = readonly [name: string, token: () => Promise<string | undefined>];
const callers: readonly Caller[] = [
  ['anonymous', () => Promise.resolve(undefined)],
  ['a service account that reads', () => app.token('read')],
  ['a service account that writes', () => app.token('write')],
  ['a user', async () => (await signedIn(app, client)).token],
  ['a service account that administers', () => app.token('admin')],
];

python.describe('Schemathesis finds nothing to object to', () => {
  it.each(callers)(
    'as %s',
    async (_caller, token) => {
      expect(await complaints(await token())).toBe('');
    },
    600_000,
  );
});
