import type { Background } from '../../ground/jobs/module.ts';
import { idempotencySweepers } from './idempotency.sweep.ts';
import { resealAnswers } from './kept-answer.reseal.ts';

export const background: Background = {
  sweepers: idempotencySweepers,
  reseals: { kept_answers: resealAnswers },
};
