import { expired, sweeper } from '../../jobs/sweep.ts';

/** What was remembered of tokens, requests and assertions that are over. */
export const sweepClients = sweeper(
  expired('clients.sweep-revoked-tokens', 'revoked_tokens', 'jti'),
  expired('clients.sweep-pushed-requests', 'pushed_requests', 'reference_hash'),
  expired('clients.sweep-used-assertions', 'used_assertions', 'customer_id, client_id, jti_hash'),
);
