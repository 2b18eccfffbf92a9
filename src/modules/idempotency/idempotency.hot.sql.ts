import { sql } from '../../ground/kernel/database.ts';

/** Claims a key until the transaction ends. Of several at the same time, one gets it, and nobody waits. */
export const claimKey = sql<{ isFree: boolean }, { id: string }>(
  'idempotency.claim-key',
  `select pg_try_advisory_xact_lock(hashtextextended(:id, 0)) as "isFree"`,
);
