import type { Module } from '../../ground/jobs/module.ts';
import { KeptAnswer } from './kept-answer.entity.ts';

export const idempotencyModule: Module = {
  entities: [KeptAnswer],
  background: async () => (await import('./background.ts')).background,
};
