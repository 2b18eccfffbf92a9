import { execFileSync, spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const TICKS_PER_SECOND = 100;
/** By then, a server has returned what its start needed. */
export const SETTLED_AFTER_START_MS = 3000;
/** By then, an idle server has returned what a load has left. */
export const SETTLED_AFTER_LOAD_MS = 15_000;

/** Whether servers get a core of their own: the first one; the load and PostgreSQL share the others. */
export const pinned = process.platform === 'linux' && availableParallelism() >= 2 && has('taskset');

function has(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const confine = (pid: number, firstCore: number): void =>
  void execFileSync('taskset', ['-a', '-c', '-p', `${firstCore}-${cpus().length - 1}`, String(pid)], {
    stdio: 'ignore',
  });

/** Takes this process, and what it starts by ordinary means (PostgreSQL), off the servers' core. */
export function leaveServersAlone(): void {
  if (pinned) confine(process.pid, 1);
}

let areShared = false;

/** Lets servers, the load and PostgreSQL use every core while `use` runs, which gets PostgreSQL's first process. */
export async function onEveryCore<Found>(
  databaseUrl: string,
  use: (postmaster: number) => Promise<Found>,
): Promise<Found> {
  const postmaster = await postmasterOf(databaseUrl);
  const everybody = (firstCore: number): void => {
    if (pinned) for (const each of [process.pid, postmaster]) confine(each, firstCore);
  };
  areShared = true;
  everybody(0);
  try {
    return await use(postmaster);
  } finally {
    areShared = false;
    everybody(1);
  }
}

/** Starts a Node process on the servers' core. */
export function startNode(args: string[], env: NodeJS.ProcessEnv, stdio: StdioOptions): ChildProcess {
  if (!pinned || areShared) return spawn(process.execPath, args, { env, stdio });
  return spawn('taskset', ['-c', '0', process.execPath, ...args], { env, stdio });
}

/** Asks a process to stop, and waits until it has. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

/** Processor time a process has used so far, in seconds; NaN where the system does not say. */
export function processorSeconds(pid: number): number {
  const fields = read(`/proc/${pid}/stat`)?.split(') ')[1]?.split(' ');
  return fields ? (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND : Number.NaN;
}

/** The same of a process and all below it, those that have ended included. */
export function familySeconds(pid: number): number {
  const parents = new Map<number, number>();
  const seconds = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const fields = /^\d+$/.test(name) ? read(`/proc/${name}/stat`)?.split(') ')[1]?.split(' ') : undefined;
    if (!fields) continue;
    parents.set(Number(name), Number(fields[1]));
    seconds.set(Number(name), fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND);
  }
  const isBelow = (each: number | undefined): boolean =>
    each !== undefined && (each === pid || isBelow(parents.get(each)));
  return [...seconds].reduce((sum, [each, own]) => sum + (isBelow(each) ? own : 0), 0);
}

/** The processes that this one has started. */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) && parentOf(Number(name)) === pid ? [Number(name)] : []));

/** The process that started this one. */
const parentOf = (pid: number): number => Number(read(`/proc/${pid}/stat`)?.split(') ')[1]?.split(' ')[1]);

async function postmasterOf(databaseUrl: string): Promise<number> {
  const database = new pg.Client(databaseUrl);
  await database.connect();
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]!.pid);
  await database.end();
  return postmaster;
}

/** Resident memory of a process in megabytes (10⁶ bytes). */
export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const GLANCE_MS = 200;
const QUIET = 0.15;

/** What part of all cores is in use, by whomever, while we do nothing. */
async function disturbance(): Promise<number> {
  const before = coreTimes();
  await sleep(GLANCE_MS);
  const after = coreTimes();
  return (after.busy - before.busy) / (after.all - before.all);
}

function coreTimes(): { busy: number; all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { busy: all - times.reduce((sum, { idle }) => sum + idle, 0), all };
}

/** Waits for the machine to have nothing else to do, for as long as patience lasts, and counts how often it had not. */
export class Patience {
  disturbed = 0;
  private left: number;

  constructor(seconds: number) {
    this.left = seconds * 1000;
  }

  async quiet(): Promise<void> {
    const start = performance.now();
    let found = await disturbance();
    while (found > QUIET && performance.now() - start < this.left) found = await disturbance();
    this.left -= performance.now() - start;
    if (found > QUIET) this.disturbed += 1;
  }
}

/** One line on where the figures come from. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const layout = pinned ? 'server on core 0, load and PostgreSQL on the rest' : 'processes not pinned';
  const load = loadavg()[0]!.toFixed(1);
  return `${cpus().length} × ${cpu?.model.trim()}, Linux ${release()}, Node ${process.version}; ${layout}; load average at start ${load}`;
}
