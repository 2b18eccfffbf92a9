import { sql } from '../../kernel/database.ts';

/** Claims the keys until the transaction ends, so that two servers never generate or replace keys at once. */
export const lockKeys = sql<Record<string, never>, object>(
  'keys.lock',
  `select pg_advisory_xact_lock(hashtext('guildhall.signing_keys'))`,
);
