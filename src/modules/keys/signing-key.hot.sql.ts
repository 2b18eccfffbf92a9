import { sql } from '../../kernel/database.ts';
import type { SigningAlgorithm } from './signing-key.entity.ts';

/** What the key ring needs of a key: with its private half, sealed. */
export interface SealedKey {
  readonly id: string;
  readonly algorithm: SigningAlgorithm;
  readonly sealedPrivateKey: Buffer;
  readonly activeFrom: Date;
  readonly retiresAt: Date | null;
}

/** Hot path: every server reads the published keys every few seconds. $1 now. */
export const publishedKeys = sql<SealedKey>(
  'keys.published',
  `select id, algorithm, sealed_private_key as "sealedPrivateKey", active_from as "activeFrom", retires_at as "retiresAt"
   from signing_keys where retires_at is null or retires_at > $1`,
);

/** Claims the whole table until the transaction ends, so that two servers never make or replace keys at once. */
export const lockKeys = sql('keys.lock', `select pg_advisory_xact_lock(hashtext('guildhall.signing_keys'))`);
