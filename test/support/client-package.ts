import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PACKAGES = ['gql.tada', '@0no-co/graphql.web', '@types/node', 'undici-types'];

/** A project that has installed @guildhall/client from its package, as an application does. */
export async function projectWithClient(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'client-'));
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: 'clients/typescript' });
  const [archive] = await readdir(folder);
  const installed = join(folder, 'node_modules/@guildhall/client');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(folder, archive!), '--strip-components=1', '-C', installed]);
  for (const name of PACKAGES) {
    await mkdir(join(folder, 'node_modules', name, '..'), { recursive: true });
    await symlink(resolve('node_modules', name), join(folder, 'node_modules', name));
  }
  return folder;
}
