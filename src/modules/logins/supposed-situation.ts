import { raw, sql } from '@mikro-orm/postgresql';
import type { Database } from '../../ground/kernel/database.ts';
import { supposedSession, type SupposedSession } from '../grants/index.ts';
import { onlySituation, readSituation, type Situation, type SituationRow } from './situation.hot.sql.ts';

/** The situation that a client would find with a supposed session. Null if the session's customer has no such client. */
export async function readSupposedSituation(
  db: Database,
  clientId: string,
  session: SupposedSession,
): Promise<Situation | null> {
  const [row] = await db.select<SituationRow>(sql`with ${supposedSession(session)} ${raw(onlySituation)}
    where c.id = ${clientId} and c.customer_id = ${session.customerId}::uuid`);
  return row ? readSituation(row) : null;
}
