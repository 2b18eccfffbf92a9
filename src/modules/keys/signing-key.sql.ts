import { sql } from '../../kernel/database.ts';
import type { SigningAlgorithm } from './signing-key.entity.ts';

/** What may be told of a key to anybody. */
export interface KeyRow {
  readonly id: string;
  readonly algorithm: SigningAlgorithm;
  readonly activeFrom: Date;
  readonly retiresAt: Date | null;
  readonly createdAt: Date;
}

const columns = `id, algorithm, active_from as "activeFrom", retires_at as "retiresAt", created_at as "createdAt"`;

/** $1 now: the keys that are still published, with their sealed private halves. */
export const publishedKeys = sql<KeyRow & { sealedPrivateKey: Buffer }>(
  'keys.published',
  `select ${columns}, sealed_private_key as "sealedPrivateKey" from signing_keys
   where retires_at is null or retires_at > $1`,
);

export const allKeys = sql<KeyRow>('keys.all', `select ${columns} from signing_keys order by algorithm, active_from`);

/** Held to the end of the transaction, so that two servers never make or replace keys at once. */
export const lockKeys = sql('keys.lock', `select pg_advisory_xact_lock(hashtext('guildhall.signing_keys'))`);

/** The algorithms that have a key to sign with. */
export const keptAlgorithms = sql<{ algorithm: SigningAlgorithm }>(
  'keys.algorithms',
  'select distinct algorithm from signing_keys where retires_at is null',
);

/** $1 the latest start of keys that are due: the algorithms no newer key signs for, or is about to. */
export const dueAlgorithms = sql<{ algorithm: SigningAlgorithm }>(
  'keys.due',
  'select algorithm from signing_keys where retires_at is null group by algorithm having max(active_from) <= $1',
);

/** $1 id, $2 algorithm, $3 public JWK, $4 sealed private key, $5 active from, $6 now. */
export const insertKey = sql<KeyRow>(
  'keys.insert',
  `insert into signing_keys (id, algorithm, public_jwk, sealed_private_key, active_from, created_at)
   values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
);

/** $1 algorithm, $2 when its keys so far stop being published. */
export const retireKeys = sql(
  'keys.retire',
  'update signing_keys set retires_at = $2 where algorithm = $1 and retires_at is null',
);

/** $1 id: it is published no more, and what it signed is worth nothing. */
export const deleteKey = sql<{ algorithm: SigningAlgorithm }>(
  'keys.delete',
  'delete from signing_keys where id = $1 returning algorithm',
);

/** $1 algorithm, $2 now: a key that signs, and is not being replaced. */
export const signingKey = sql<{ id: string }>(
  'keys.signing',
  'select id from signing_keys where algorithm = $1 and active_from <= $2 and retires_at is null limit 1',
);

/** $1 now: private halves that nothing needs any more are not kept. */
export const deleteRetiredKeys = sql('keys.delete-retired', 'delete from signing_keys where retires_at <= $1');
