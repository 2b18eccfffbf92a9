import type { Background } from '../../ground/jobs/module.ts';
import { ImportBell } from './import.bell.ts';
import { resealImports } from './user-import.reseal.ts';
import { importSweepers } from './user-import.sweep.ts';
import { startImportWorker } from './user-import.worker.ts';

export const background: Background = {
  jobs: [startImportWorker],
  bells: { imports: ImportBell },
  sweepers: importSweepers,
  reseals: { imports: resealImports },
};
