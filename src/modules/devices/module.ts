import type { Module } from '../../ground/jobs/module.ts';
import { DeviceAuthorization } from './device-authorization.entity.ts';

export const devicesModule: Module = {
  entities: [DeviceAuthorization],
  background: async () => (await import('./background.ts')).background,
};
