import { expired, type Sweeper } from '../../jobs/sweep.ts';
import { TotpSetup } from './totp-factor.entity.ts';

/** Setups that nobody completed. */
export const mfaSweepers: readonly Sweeper[] = [expired(TotpSetup)];
