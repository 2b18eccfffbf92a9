import type { Module } from '../../jobs/module.ts';
import { DeviceAuthorization } from './device-authorization.entity.ts';

export const devicesModule: Module = {
  entities: [DeviceAuthorization],
  background: async () => (await import('./background.ts')).background,
};
