import { expired, HOUR_SECONDS, sweeper, type Sweeper } from '../../ground/jobs/sweep.ts';
import { Client } from './client.entity.ts';
import { PushedRequest } from './pushed-request.entity.ts';
import { RevokedToken, UsedAssertion } from './spent-token.entity.ts';

/** Revoked tokens, pushed requests, used assertions and clients that have expired. */
export const clientSweepers: readonly Sweeper[] = [
  expired(RevokedToken, HOUR_SECONDS),
  sweeper(PushedRequest, (before) => ({ expiresAt: { $lt: before }, isReusable: false }), { keptSeconds: 0 }),
  // A sign-in may take an hour, and ends the request that it began with.
  sweeper(PushedRequest, (before) => ({ expiresAt: { $lt: before } }), { keptSeconds: 7200 }),
  expired(UsedAssertion, HOUR_SECONDS),
  sweeper(Client, (before) => ({ expiresAt: { $lt: before } })),
];
