import type { Database } from '../kernel/database.ts';
import { connectionOf, idEdge, readPage, type Connection, type PageArgs } from '../kernel/pagination.ts';
import type { OutboxStatements } from './outbox.sql.ts';

/** The customer's rows of an outbox, newest first; of one state, if it is given. */
export async function outboxPage<Row extends { readonly id: string }>(
  db: Database,
  { page, count }: Pick<OutboxStatements<unknown, unknown, Row>, 'page' | 'count'>,
  { customerId, state }: { readonly customerId: string; readonly state: string | null },
  args: PageArgs,
): Promise<Connection<Row>> {
  const wanted = readPage(args);
  const rows = await db.rows(page, [customerId, state, wanted.after ?? null, wanted.first + 1]);
  return connectionOf(rows, wanted, idEdge, async () => (await db.first(count, [customerId, state]))!.count);
}
