import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { FairQueue, type Turn } from '../../ground/kernel/fair-queue.ts';
import { tooBusy } from './errors.ts';
import type { Strength } from './password-strength.ts';

/** A password to estimate, and what is known of its user. */
export interface Estimating {
  readonly password: string;
  readonly ownWords: string[];
}

/** `strength.js`, beside this file's bundle. */
const PROGRAM = join(import.meta.dirname, 'strength.js');

// An estimate takes 20 ms at most on an idle core. The first one also loads the dictionaries.
const WAITING_MAX = 100;
const WAIT_MS = 10_000;

const queue = new FairQueue({ atATime: 1, most: WAITING_MAX, waitMs: WAIT_MS, full: tooBusy });
let thread: Worker | undefined;

/**
 * Estimates a password in a thread of its own: the work is some milliseconds, and whoever sends passwords could keep the event loop
 * busy with it. The dictionaries take 70 MB, so the thread starts with the first new password, one for a process. Callers
 * wait in a fair queue. `unavailable` when it is full.
 */
export const estimateStrength = (what: Estimating, turn: Turn): Promise<Strength> =>
  queue.run(turn, () => ask((thread ??= start()), what));

function start(): Worker {
  const started = new Worker(PROGRAM, { name: 'strength' });
  // The next estimate starts another one.
  started.once('exit', () => (thread = undefined));
  started.unref();
  return started;
}

/** Only one estimate is under way, so what the thread says next is the answer. */
function ask(worker: Worker, what: Estimating): Promise<Strength> {
  const { promise, resolve, reject } = Promise.withResolvers<Strength>();
  const died = (): void => reject(new Error('The thread that estimates passwords has ended.'));
  worker.once('message', resolve).once('error', reject).once('exit', died);
  // A command of the command line stays until it has its answer.
  worker.ref();
  worker.postMessage(what);
  return promise.finally(() => {
    worker.unref();
    worker.off('message', resolve).off('error', reject).off('exit', died);
  });
}
