import type { Background } from '../../jobs/module.ts';
import { deviceSweepers } from './device-authorization.sweep.ts';

export const background: Background = {
  sweepers: deviceSweepers,
};
