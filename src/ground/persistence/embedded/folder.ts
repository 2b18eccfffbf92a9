import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError } from './embedded.error.ts';

/** Where everything lives under DATA_DIR, and the account PostgreSQL runs under (none: the caller's own). */
export interface Folder {
  root: string;
  data: string;
  run: string;
  lock: string;
  log: string;
  account: { uid: number; gid: number } | undefined;
}

/** All that PostgreSQL's processes see of our environment: neither the caller's locale nor any PG* variable. */
export const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** The folder's layout. Creates nothing. */
export function describeFolder(dataDir: string): Folder {
  const root = existsSync(dataDir) ? realpathSync(dataDir) : resolve(dataDir);
  const data = join(root, 'postgres');
  return {
    root,
    data,
    run: join(root, 'run'),
    lock: join(root, 'guildhall.lock'),
    log: join(root, 'postgres.log'),
    account: accountFor(data),
  };
}

/** Creates what is missing of the folder, and makes sure that PostgreSQL's account can reach it. */
export function openFolder(dataDir: string): Folder {
  makeFolder(dataDir);
  const folder = describeFolder(dataDir);
  const { root, run, account } = folder;
  const socket = join(run, '.s.PGSQL.5432');
  const length = new TextEncoder().encode(socket).length;
  const longest = process.platform === 'darwin' ? 103 : 107;
  if (length > longest)
    throw new EmbeddedPostgresError(
      `DATA_DIR ${root} is too long: the path of PostgreSQL's socket in it may have ${longest} bytes and would have ` +
        `${length}. Set DATA_DIR to a shorter path.`,
    );
  if (holdsOnlyOurs(root)) chmodSync(root, statSync(root).mode | 0o011);
  makeFolder(run, 0o700);
  if (account) {
    if (existsSync(folder.data) && statSync(folder.data).uid !== account.uid) handOver(folder.data, account);
    chownSync(run, account.uid, account.gid);
    assertReachable(folder);
  }
  return folder;
}

/** A copy that root has made belongs to root, as whom PostgreSQL does not run: gives it to the account that will. */
function handOver(data: string, { uid, gid }: NonNullable<Folder['account']>): void {
  for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) lchownSync(join(data, name), uid, gid);
  chmodSync(data, 0o700);
  chownSync(data, uid, gid);
}

/** As `mkdir -p`, which Node's own never comes back from where nothing can be made, as in /proc. */
function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have been there first.
    if (!existsSync(path)) throw error;
  }
}

function accountFor(data: string): Folder['account'] {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(data)) {
    const { uid, gid } = statSync(data);
    if (uid !== 0) return { uid, gid };
  }
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  if (!nobody)
    throw new EmbeddedPostgresError(
      'PostgreSQL refuses to run as root, and this system has no user “nobody” to run it instead. ' +
        'Start Guildhall as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
    );
  return { uid: Number(nobody[1]), gid: Number(nobody[2]) };
}

const ours = /^(postgres|guildhall|run$|SECRET_KEY)/;

// Only a folder that is ours alone is opened for passing through; somebody's home is not.
function holdsOnlyOurs(root: string): boolean {
  return statSync(root).uid === process.getuid?.() && readdirSync(root).every((name) => ours.test(name));
}

function assertReachable({ root, run, account }: Folder): void {
  try {
    execFileSync('/bin/sh', ['-c', 'cd "$1"', 'sh', run], { ...account, cwd: '/', env: environment, stdio: 'ignore' });
  } catch {
    throw new EmbeddedPostgresError(
      `DATA_DIR ${root} cannot be reached by the unprivileged user (uid ${account?.uid}) that runs PostgreSQL when ` +
        'Guildhall is started as root: it, or a folder above it, may be entered by its owner only. ' +
        'Set DATA_DIR to a folder everybody may pass through, for example /var/lib/guildhall.',
    );
  }
}
