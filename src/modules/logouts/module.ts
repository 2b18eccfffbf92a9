import type { Module } from '../../ground/jobs/module.ts';
import { LogoutDelivery } from './logout-delivery.entity.ts';

export const logoutsModule: Module = {
  entities: [LogoutDelivery],
  background: async () => (await import('./background.ts')).background,
};
