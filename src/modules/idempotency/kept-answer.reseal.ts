import { reseal, type Resealed } from '../../ground/kernel/reseal.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { PURPOSE } from './idempotency.service.ts';
import { KeptAnswer } from './kept-answer.entity.ts';

/** Seals the kept answers with SECRET_KEY. */
export const resealAnswers = (runtime: Runtime): Promise<Resealed> =>
  reseal(runtime, { entity: KeptAnswer, property: 'sealed', purpose: PURPOSE });
