import type { Background } from '../../ground/jobs/module.ts';
import { sessionSweepers } from './session.sweep.ts';

export const background: Background = {
  sweepers: sessionSweepers,
};
