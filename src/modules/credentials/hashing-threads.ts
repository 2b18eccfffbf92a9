import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** A thread that is so much nicer gets a tenth of a core that the event loop or PostgreSQL wants, and all of an idle one. */
const NICER = 10;
const NICEST = 19;

const TASKS = '/proc/self/task';

/** The threads of libuv's pool, which hash passwords. */
const NAME = 'libuv-worker';

/**
 * Lets the threads that hash passwords yield to everything else on the machine. Returns how many they are; 0 where that is not
 * possible: it takes Linux, a Node.js that names its threads (24), and a process that is not the nicest itself.
 */
export function lowerHashingThreads(): number {
  if (process.platform !== 'linux') return 0;
  try {
    if (getPriority() === NICEST) return 0;
    const threads = readdirSync(TASKS).filter((id) => readFileSync(`${TASKS}/${id}/comm`, 'utf8').startsWith(NAME));
    for (const id of threads) setPriority(Number(id), nicer());
    return threads.length;
  } catch {
    return 0;
  }
}

/** Lets this thread yield. Elsewhere this would be the priority of the whole server. */
export function lowerThisThread(): void {
  if (process.platform === 'linux') setPriority(nicer());
}

const nicer = (): number => Math.min(getPriority() + NICER, NICEST);
