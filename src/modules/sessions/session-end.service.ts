import { sql, type Database } from '../../kernel/database.ts';

/** $1 customer, $2 user, $3 a session that is spared, or null. */
const endSessions = sql<{ id: string }>(
  'sessions.end-all',
  'delete from sessions where user_id = $2 and customer_id is not distinct from $1 and id is distinct from $3 returning id',
);

/**
 * Ends every session of the user but `spared`, with the tokens that came of them; returns how many there were. Call it in the
 * transaction of the change that ends them, after that change: then no login still under way can slip through.
 */
export const endSessionsOf = async (
  tx: Database,
  customerId: string,
  userId: string,
  spared: string | null = null,
): Promise<number> => (await tx.rows(endSessions, [customerId, userId, spared])).length;
