/** The program of the thread that estimates passwords. It answers one request after the other. */
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { NICER, NICEST } from './hash-threads.ts';
import { estimate } from './password-strength.ts';
import type { Estimating } from './strength-estimator.ts';

// On Linux a thread has a priority of its own. Elsewhere this would be that of the whole server.
if (process.platform === 'linux') setPriority(Math.min(getPriority() + NICER, NICEST));

parentPort!.on('message', ({ password, ownWords }: Estimating) => {
  parentPort!.postMessage(estimate(password, ownWords));
});
