import { sweeper, type Sweeper } from '../../ground/jobs/sweep.ts';
import { UserImport } from './user-import.entity.ts';

/** Imports that are over, or whose file never came, and with them their faults. */
export const importSweepers: readonly Sweeper[] = [
  sweeper(UserImport, (before) => ({ updatedAt: { $lt: before }, status: { $ne: 'running' as const } })),
];
