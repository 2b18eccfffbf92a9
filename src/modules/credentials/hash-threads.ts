import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setPriority } from 'node:os';

/** A thread with this nice value gets a tenth of a core that the event loop or PostgreSQL wants, and all of an idle one. */
const NICENESS = 10;

const TASKS = '/proc/self/task';

/**
 * Lets the threads of libuv's pool, which hash passwords, yield to everything else on the machine. Returns how many they
 * are; 0 where that is not possible: it takes Linux, and a Node.js that names its threads (24).
 */
export async function lowerHashThreads(): Promise<number> {
  if (process.platform !== 'linux') return 0;
  try {
    // The pool starts with its first work.
    await stat(TASKS);
    const threads = readdirSync(TASKS).filter(isOfPool);
    for (const id of threads) setPriority(Number(id), NICENESS);
    return threads.length;
  } catch {
    return 0;
  }
}

const isOfPool = (id: string): boolean => readFileSync(`${TASKS}/${id}/comm`, 'utf8').startsWith('libuv-worker');
