/** The programs that the rig starts. Each has a file for its output, and none outlives the rig. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** PostgreSQL, etcd and others refuse to run as root, so root runs them as `postgres`. */
export const account: { uid?: number; gid?: number } =
  process.getuid!() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};

function idOf(which: string): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
}

/** A folder for the files of one run. */
export class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'guildhall-ha-'));
  private readonly running = new Set<ChildProcess>();

  constructor() {
    chmodSync(this.folder, 0o755);
  }

  /** A folder of the account that runs the programs. */
  sub(name: string): string {
    const path = join(this.folder, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (account.uid !== undefined) chownSync(path, account.uid, account.gid!);
    return path;
  }

  logOf(name: string): string {
    return readFileSync(join(this.folder, `${name}.log`), 'utf8');
  }

  /** Starts a program, its output appended to `<name>.log`. */
  spawn(
    name: string,
    [command, ...args]: readonly string[],
    { env = {}, asRoot = false }: { env?: Record<string, string>; asRoot?: boolean } = {},
  ): ChildProcess {
    const log = openSync(join(this.folder, `${name}.log`), 'a');
    const child = spawn(command!, args, {
      ...(asRoot ? {} : account),
      cwd: asRoot ? process.cwd() : this.folder,
      env: { PATH: process.env['PATH']!, HOME: this.folder, ...env },
      stdio: ['ignore', log, log],
      detached: true,
    });
    child.on('error', (error) => console.error(`${name}: ${error.message}`));
    this.running.add(child);
    child.once('exit', () => this.running.delete(child));
    return child;
  }

  /** Kills what still runs, each program with its own children, and deletes the folder unless `kept`. */
  async close(kept: boolean): Promise<void> {
    for (const child of this.running) {
      const gone = once(child, 'exit');
      signal(child, 'SIGCONT');
      signal(child, 'SIGKILL');
      await gone;
    }
    if (kept) return console.log(`The logs are in ${this.folder}.`);
    // The children of a killed PostgreSQL write a moment longer.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

/** Sends a signal to a program and its children. */
export function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    process.kill(-child.pid!, name);
  } catch {
    // It is gone already.
  }
}

/** Sends a signal to one process. */
export function signalOne(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone already.
  }
}

/** Asks every fifty milliseconds until the answer is yes; fails after `seconds`. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean, seconds = 60): Promise<void> {
  const late = performance.now() + seconds * 1000;
  while (!(await succeeds(isSo))) {
    if (performance.now() > late) throw new Error(`${what}: not within ${seconds} seconds`);
    await sleep(50);
  }
}

async function succeeds(isSo: () => Promise<boolean> | boolean): Promise<boolean> {
  try {
    return await isSo();
  } catch {
    return false;
  }
}

/** Whether an address answers with a success. */
export async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}
