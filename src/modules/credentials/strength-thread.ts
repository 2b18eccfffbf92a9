/** The program of the thread that estimates passwords. It answers one request after the other. */
import { parentPort } from 'node:worker_threads';
import { lowerThisThread } from './hashing-threads.ts';
import { estimate } from './password-strength.ts';
import type { Estimating } from './strength-estimator.ts';

lowerThisThread();

parentPort!.on('message', ({ password, ownWords }: Estimating) => {
  parentPort!.postMessage(estimate(password, ownWords));
});
