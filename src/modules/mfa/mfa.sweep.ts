import { expired, HOUR_SECONDS, type Sweeper } from '../../ground/jobs/sweep.ts';
import { EmailCode } from './email-code.entity.ts';
import { UsedChallenge } from './passkey.entity.ts';
import { TotpSetup } from './totp-factor.entity.ts';

/** Setups that nobody completed, codes of mails that nobody used, and used challenges that have expired anyway. */
export const mfaSweepers: readonly Sweeper[] = [
  expired(TotpSetup),
  expired(UsedChallenge, HOUR_SECONDS),
  expired(EmailCode),
];
