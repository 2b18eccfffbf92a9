import type { Module } from '../../ground/jobs/module.ts';
import { RememberedDevice } from './remembered-device.entity.ts';
import { Session } from './session.entity.ts';

export const sessionsModule: Module = {
  entities: [Session, RememberedDevice],
  background: async () => (await import('./background.ts')).background,
};
