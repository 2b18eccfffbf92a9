import type { Module } from '../../ground/jobs/module.ts';
import { ThrottleCounter } from './throttle-counter.entity.ts';

export const throttleModule: Module = {
  entities: [ThrottleCounter],
  background: async () => (await import('./background.ts')).background,
};
