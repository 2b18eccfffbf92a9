import type { Background } from '../../ground/jobs/module.ts';
import { deviceSweepers } from './device-authorization.sweep.ts';

export const background: Background = {
  sweepers: deviceSweepers,
};
