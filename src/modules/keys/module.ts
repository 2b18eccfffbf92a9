import type { Module } from '../../ground/jobs/module.ts';
import { SigningKey } from './signing-key.entity.ts';

export const keysModule: Module = {
  entities: [SigningKey],
  background: async () => (await import('./background.ts')).background,
};
