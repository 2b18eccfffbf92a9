import type { Background } from '../../ground/jobs/module.ts';
import { clientSweepers } from './client.sweep.ts';

export const background: Background = {
  sweepers: clientSweepers,
};
