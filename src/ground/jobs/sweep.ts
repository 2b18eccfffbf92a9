import { LockMode, type EntityClass, type FilterQuery } from '@mikro-orm/postgresql';
import { secondsAfter } from '../kernel/clock.ts';
import { Meter } from '../kernel/meter.ts';
import type { Runtime } from '../kernel/runtime.ts';

/**
 * Deletes rows of a module that expired long ago. Nothing depends on it: every use compares the row's end with the clock.
 */
export type Sweeper = (runtime: Runtime) => Promise<void>;

/** A week: longer than any access token lives that was issued for what is deleted. */
const KEPT_SECONDS = 7 * 86_400;

/** How long what nobody asks for after its end is kept, for clocks that differ. */
export const HOUR_SECONDS = 3600;

const BATCH = 500;

/** Until the transaction ends, so that it works behind PgBouncer. Nobody waits. */
const CLAIM = `select pg_try_advisory_xact_lock(hashtext('guildhall.clean_up')) as "isFree"`;

interface SweepOptions<Entity> {
  readonly keptSeconds?: number;
  /** The order in which an index finds the rows, if there are many. */
  readonly orderBy?: { readonly [Property in keyof Entity]?: 'asc' };
}

/**
 * Makes a sweeper that deletes the rows that `where` finds, given the moment `keptSeconds` ago. It deletes in small
 * batches, and skips rows that somebody else has locked. While another node is cleaning up, it leaves the work to that one.
 */
export const sweeper =
  <Entity extends object>(
    entity: EntityClass<Entity>,
    where: (before: Date) => FilterQuery<NoInfer<Entity>>,
    { keptSeconds = KEPT_SECONDS, orderBy }: SweepOptions<NoInfer<Entity>> = {},
  ): Sweeper =>
  async (runtime) => {
    const { db, clock } = runtime;
    const before = secondsAfter(clock.now(), -keptSeconds);
    const options = {
      limit: BATCH,
      lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE,
      ...(orderBy && { orderBy: orderBy as never }),
    } as const;
    const sweep = (): Promise<number> =>
      db.transaction(async ({ em }) => {
        const [claim] = await em.execute<[{ isFree: boolean }]>(CLAIM);
        if (!claim.isFree) return 0;
        const over = await em.find(entity, where(before), options);
        for (const each of over) em.remove(each);
        return over.length;
      });
    let rows: number;
    do {
      rows = await sweep();
      runtime.get(Meter).listener?.swept(entity.name, rows);
    } while (rows === BATCH);
  };

/** Makes a sweeper of rows that end at their `expiresAt`, and that no other row depends on. */
export const expired = <Entity extends { readonly expiresAt: Date }>(
  entity: EntityClass<Entity>,
  keptSeconds = KEPT_SECONDS,
): Sweeper =>
  sweeper(entity, (before) => ({ expiresAt: { $lt: before } }) as FilterQuery<NoInfer<Entity>>, { keptSeconds });
