import { expired, type Sweeper } from '../../ground/jobs/sweep.ts';
import { OneTimeLink } from './one-time-link.entity.ts';

/** Links that have expired. */
export const linkSweepers: readonly Sweeper[] = [expired(OneTimeLink)];
