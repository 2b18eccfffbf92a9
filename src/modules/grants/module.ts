import type { Module } from '../../ground/jobs/module.ts';
import { Grant, AuthorizationCode, RefreshToken } from './grant.entity.ts';
import { UsedProof } from './used-proof.entity.ts';

export const grantsModule: Module = {
  entities: [Grant, AuthorizationCode, RefreshToken, UsedProof],
  background: async () => (await import('./background.ts')).background,
};
