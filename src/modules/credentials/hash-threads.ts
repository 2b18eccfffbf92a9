import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';

/** A thread that is so much nicer gets a tenth of a core that the event loop or PostgreSQL wants, and all of an idle one. */
export const NICER = 10;
export const NICEST = 19;

const TASKS = '/proc/self/task';

/**
 * Lets the threads of libuv's pool, which hash passwords, yield to everything else on the machine. Returns how many they
 * are; 0 where that is not possible: it takes Linux, a Node.js that names its threads (24), and a process that is not the
 * nicest itself.
 */
export async function lowerHashThreads(): Promise<number> {
  if (process.platform !== 'linux') return 0;
  try {
    const own = getPriority();
    if (own === NICEST) return 0;
    // The pool starts with its first work.
    await stat(TASKS);
    const threads = readdirSync(TASKS).filter(isOfPool);
    for (const id of threads) setPriority(Number(id), Math.min(own + NICER, NICEST));
    return threads.length;
  } catch {
    return 0;
  }
}

const isOfPool = (id: string): boolean => readFileSync(`${TASKS}/${id}/comm`, 'utf8').startsWith('libuv-worker');
