import type { Module } from '../../ground/jobs/module.ts';
import { Invitation } from './invitation.entity.ts';
import { OneTimeLink } from './one-time-link.entity.ts';
import { RecoveryRequest } from './recovery-request.entity.ts';

export const linksModule: Module = {
  entities: [Invitation, OneTimeLink, RecoveryRequest],
  background: async () => (await import('./background.ts')).background,
};
