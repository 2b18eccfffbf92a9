import { expired, sweeper, type Sweeper } from '../../jobs/sweep.ts';
import { Client } from './client.entity.ts';
import { PushedRequest } from './pushed-request.entity.ts';
import { RevokedToken, UsedAssertion } from './spent-token.entity.ts';

/** Revoked tokens, pushed requests, used assertions and clients that have expired. */
export const clientSweepers: readonly Sweeper[] = [
  expired(RevokedToken),
  expired(PushedRequest),
  expired(UsedAssertion),
  sweeper(Client, (before) => ({ expiresAt: { $lt: before } })),
];
