import { sql } from '../../ground/kernel/database.ts';
import { columnsOf, type Selected } from '../../ground/kernel/entity.ts';
import { SigningKey } from './signing-key.entity.ts';

/** What makes and verifies signatures. */
const SIGNS = ['id', 'algorithm', 'sealedPrivateKey', 'activeFrom', 'retiresAt'] as const;
export type StoredKey = Selected<SigningKey, (typeof SIGNS)[number]>;

/** Hot path: reads the published keys, before the first token of every start, which does not wait for the ORM. */
export const publishedKeys = sql<StoredKey, { now: Date }>(
  'keys.published',
  `select ${columnsOf(SigningKey, 'k', SIGNS)} from signing_keys k where k.retires_at is null or k.retires_at > :now`,
);

/** Claims the keys until the transaction ends, so that two servers never generate or replace keys at once. */
export const lockKeys = sql<Record<string, never>, object>(
  'keys.lock',
  `select pg_advisory_xact_lock(hashtext('guildhall.signing_keys'))`,
);
