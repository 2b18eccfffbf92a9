import { secondsAfter } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/database.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { keyErrors } from './errors.ts';
import { type KeyPair, newKeyPair } from './key-pair.ts';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from './signing-key.entity.ts';
import {
  allKeys,
  deleteKey,
  deleteRetiredKeys,
  dueAlgorithms,
  insertKey,
  keptAlgorithms,
  type KeyRow,
  lockKeys,
  retireKeys,
  signingKey,
} from './signing-key.sql.ts';

export const SEALED_FOR = 'signing-key';

/** How long a new key is published before it signs: relying parties and other servers have read it by then. */
export const PUBLISH_AHEAD_SECONDS = 600;

/** What clocks may differ by, and a server may take to hear of a rotation. */
const MARGIN_SECONDS = 120;

/** Makes a key of each algorithm that has none. Two servers that start at once end up with the same keys. */
export async function makeMissingKeys(runtime: Runtime, missing: readonly SigningAlgorithm[]): Promise<void> {
  const pairs = await Promise.all(missing.map(newKeyPair));
  await runtime.db.transaction(async (tx) => {
    await tx.rows(lockKeys, []);
    const kept = (await tx.rows(keptAlgorithms, [])).map(({ algorithm }) => algorithm);
    const now = runtime.clock.now();
    for (const pair of pairs)
      if (!kept.includes(pair.algorithm)) await tx.rows(insertKey, keyValues(runtime, pair, now, now));
  });
}

/** Makes the next key of each algorithm whose keys all began to sign so long ago; of several servers, one does. */
export async function rotateDueKeys(runtime: Runtime, due: Date): Promise<KeyRow[]> {
  const pairs = await Promise.all(SIGNING_ALGORITHMS.map(newKeyPair));
  return runtime.db.transaction(async (tx) => {
    await tx.rows(lockKeys, []);
    const algorithms = (await tx.rows(dueAlgorithms, [due])).map(({ algorithm }) => algorithm);
    return replace(
      runtime,
      tx,
      pairs.filter(({ algorithm }) => algorithms.includes(algorithm)),
    );
  });
}

/**
 * Makes the next key of each algorithm. It signs from PUBLISH_AHEAD_SECONDS on; the one before stays published until
 * the last token it signed has expired.
 */
export async function rotateKeys(runtime: Runtime, algorithms: readonly SigningAlgorithm[]): Promise<KeyRow[]> {
  const pairs = await Promise.all(algorithms.map(newKeyPair));
  return runtime.db.transaction(async (tx) => {
    await tx.rows(lockKeys, []);
    return replace(runtime, tx, pairs);
  });
}

/**
 * Withdraws a key at once. Where none is left that signs for its algorithm, a new one does from this moment on. Gives that
 * one, if any; `not_found` where there is no such key.
 */
export async function revokeKey(runtime: Runtime, id: string): Promise<KeyRow | null> {
  const now = runtime.clock.now();
  return runtime.db.transaction(async (tx) => {
    await tx.rows(lockKeys, []);
    const gone = await tx.first(deleteKey, [id]);
    if (!gone) throw keyErrors.KEY_NOT_FOUND();
    if (await tx.first(signingKey, [gone.algorithm, now])) return null;
    const pair = await newKeyPair(gone.algorithm);
    return (await tx.first(insertKey, keyValues(runtime, pair, now, now)))!;
  });
}

async function replace(runtime: Runtime, tx: Database, pairs: readonly KeyPair[]): Promise<KeyRow[]> {
  const now = runtime.clock.now();
  const activeFrom = secondsAfter(now, PUBLISH_AHEAD_SECONDS);
  const retiresAt = secondsAfter(activeFrom, runtime.settings.tokens.accessSeconds + MARGIN_SECONDS);
  await tx.rows(deleteRetiredKeys, [now]);
  const made: KeyRow[] = [];
  for (const pair of pairs) {
    await tx.rows(retireKeys, [pair.algorithm, retiresAt]);
    made.push(...(await tx.rows(insertKey, keyValues(runtime, pair, activeFrom, now))));
  }
  return made;
}

/** A key as the command line shows it. */
export interface ListedKey extends KeyRow {
  /** `next` is published and does not sign yet; `retiring` is published and signs no more. */
  readonly status: 'next' | 'signing' | 'retiring' | 'retired';
}

/** Every key there is, the oldest of each algorithm first. */
export async function listKeys(runtime: Runtime): Promise<ListedKey[]> {
  const now = runtime.clock.now();
  const rows = await runtime.db.rows(allKeys, []);
  const signing = SIGNING_ALGORITHMS.map((algorithm) =>
    rows.findLast((row) => row.algorithm === algorithm && row.activeFrom <= now),
  );
  return rows.map((row) => ({ ...row, status: statusOf(row, signing.includes(row), now) }));
}

function statusOf({ activeFrom, retiresAt }: KeyRow, signs: boolean, now: Date): ListedKey['status'] {
  if (retiresAt && retiresAt <= now) return 'retired';
  if (signs) return 'signing';
  return activeFrom > now ? 'next' : 'retiring';
}

function keyValues({ vault }: Runtime, pair: KeyPair, activeFrom: Date, now: Date): unknown[] {
  const pkcs8 = pair.privateKey.export({ format: 'der', type: 'pkcs8' });
  const sealed = vault.seal(SEALED_FOR, pkcs8);
  return [pair.id, pair.algorithm, JSON.stringify(pair.publicJwk), sealed, activeFrom, now];
}
