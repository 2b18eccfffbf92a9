import { expired, sweeper } from '../../jobs/sweep.ts';

/** Enrolments that nobody has finished. */
export const sweepSetups = sweeper(expired('mfa.sweep-setups', 'totp_setups', 'customer_id, user_id'));
