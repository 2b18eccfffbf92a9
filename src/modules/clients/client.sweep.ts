import { expired, type Sweeper } from '../../jobs/sweep.ts';
import { PushedRequest } from './pushed-request.entity.ts';
import { RevokedToken, UsedAssertion } from './spent-token.entity.ts';

/** Revoked tokens, pushed requests and used assertions that have expired. */
export const clientSweepers: readonly Sweeper[] = [
  expired(RevokedToken),
  expired(PushedRequest),
  expired(UsedAssertion),
];
