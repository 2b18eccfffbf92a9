import type { Background } from '../../ground/jobs/module.ts';
import { logoutSweepers } from './logout-delivery.sweep.ts';
import { LogoutBell } from './logout.bell.ts';
import { startLogoutWorker } from './logout.worker.ts';

export const background: Background = {
  jobs: [startLogoutWorker],
  bells: { logouts: LogoutBell },
  sweepers: logoutSweepers,
};
