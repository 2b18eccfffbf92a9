import { sql, type EntityClass, type FilterQuery } from '@mikro-orm/postgresql';
import type { Transaction } from './database.ts';
import { tableOf } from './entity.ts';

/**
 * How many such rows there are, for a limit of what the owner (a customer, or a user) may have of them. Whoever counts the owner's rows of
 * this entity waits until the transaction is over, and then counts what it has added. So the limit holds, however many
 * requests come at once. Call it before the transaction locks or adds anything, in the order in which others do.
 */
export async function countLocked<Row extends object>(
  tx: Transaction,
  entity: EntityClass<Row>,
  owner: string,
  where: FilterQuery<NoInfer<Row>>,
): Promise<number> {
  const key = `${tableOf(entity)} of ${owner}`;
  await tx.select(sql`select from pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  // A statement of its own, because one sees what was committed before it began, which may be before the lock was free.
  return tx.em.count(entity, where);
}
