import { LockMode, type FilterQuery } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import type { Database } from '../../kernel/database.ts';
import { audit, type AuditEntry } from '../audit/index.ts';
import { LogoutBell } from '../logouts/index.ts';
import { endSessions } from './session-end.hot.sql.ts';
import { Session } from './session.entity.ts';

/** Ends the session that `where` finds, with every token that came of it; null where there is none. */
export async function endSession(
  ctx: RequestContext,
  where: FilterQuery<Session>,
  eventOf: (session: Session) => Pick<AuditEntry, 'customerId' | 'actor' | 'details'>,
): Promise<Session | null> {
  const ended = await ctx.em.fork().transactional(async (em) => {
    const session = await em.findOne(Session, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!session) return null;
    em.remove(session);
    const event = { action: 'session.ended', subjectType: 'session', subjectId: session.id };
    audit.record(em, ctx, { ...event, ...eventOf(session) });
    return session;
  });
  if (ended) ctx.runtime.get(LogoutBell).ring();
  return ended;
}

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
