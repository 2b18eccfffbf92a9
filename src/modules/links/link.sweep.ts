import { expired, sweeper } from '../../jobs/sweep.ts';

/** Links that work no more. */
export const sweepLinks = sweeper(expired('links.sweep', 'one_time_links', 'token_hash'));
