import { sweeper, type Sweeper } from '../../ground/jobs/sweep.ts';
import { KEPT_SECONDS } from './idempotency.service.ts';
import { KeptAnswer } from './kept-answer.entity.ts';

/** Answers that no repetition gets any more. */
export const idempotencySweepers: readonly Sweeper[] = [
  sweeper(KeptAnswer, (before) => ({ createdAt: { $lte: before } }), { keptSeconds: KEPT_SECONDS }),
];
