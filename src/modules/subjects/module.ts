import type { Module } from '../../ground/jobs/module.ts';
import { PairwiseSalt } from './pairwise-salt.entity.ts';

export const subjectsModule: Module = {
  entities: [PairwiseSalt],
  background: async () => (await import('./background.ts')).background,
};
