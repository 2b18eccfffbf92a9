import { HOUR_SECONDS, sweeper, type Sweeper } from '../../ground/jobs/sweep.ts';
import { ThrottleCounter } from './throttle-counter.entity.ts';

/** Counters whose window has ended. */
export const throttleSweepers: readonly Sweeper[] = [
  sweeper(ThrottleCounter, (before) => ({ expire: { $lt: before.getTime() } }), { keptSeconds: HOUR_SECONDS }),
];
