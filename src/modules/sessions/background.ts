import type { Background } from '../../jobs/module.ts';
import { sessionSweepers } from './session.sweep.ts';

export const background: Background = {
  sweepers: sessionSweepers,
};
