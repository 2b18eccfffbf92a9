import type { EntityManager } from '@mikro-orm/postgresql';
import type { Statement } from './database.ts';

/** What MikroORM's transactions are: Kysely's. */
interface Transaction {
  executeQuery(query: object): Promise<{ readonly rows: unknown[] }>;
}

/**
 * Runs a statement in the transaction that a unit of work is in, for what changes many rows along with its entities. The
 * rows are as MikroORM reads them: timestamps are text, which `em.map` understands.
 */
export async function rowsWithin<Row>(
  em: EntityManager,
  { name, text }: Statement<Row>,
  values: readonly unknown[],
): Promise<Row[]> {
  const transaction = em.getTransactionContext<Transaction>()!;
  const { rows } = await transaction.executeQuery({
    sql: text,
    parameters: values,
    query: { kind: 'RawNode' },
    queryId: { queryId: name },
  });
  return rows as Row[];
}
