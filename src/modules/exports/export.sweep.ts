import { expired, type Sweeper } from '../../ground/jobs/sweep.ts';
import { ExportLink } from './export-link.entity.ts';

/** Links that nobody has used. */
export const exportSweepers: readonly Sweeper[] = [expired(ExportLink)];
