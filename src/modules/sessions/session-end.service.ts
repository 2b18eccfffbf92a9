import { LockMode, type EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { audit, type AuditEntry } from '../audit/index.ts';
import { LogoutBell } from '../logouts/index.ts';
import { Session } from './session.entity.ts';

/** Ends the session that `where` finds, with its tokens. Returns null if there is none. */
export async function endSession(
  ctx: RequestContext,
  where: FilterQuery<Session>,
  eventOf: (session: Session) => Pick<AuditEntry, 'customerId' | 'actor' | 'details'>,
): Promise<Session | null> {
  const ended = await ctx.db.transaction(async ({ em }) => {
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

/** Which sessions of a user to end: by default, all. */
export interface SessionChoice {
  readonly ids?: readonly string[] | null;
  /** A session that goes on. */
  readonly exceptId?: string | null;
}

/**
 * Ends sessions of the user, with their tokens. Returns how many it ended. Call it in the transaction of the change that
 * ends them, after that change: a login in progress then cannot start another session.
 */
export const endSessionsOf = (
  em: EntityManager,
  customerId: string,
  userId: string,
  { ids, exceptId }: SessionChoice = {},
): Promise<number> =>
  em.nativeDelete(Session, {
    customerId,
    userId,
    $and: [...(ids ? [{ id: { $in: [...ids] } }] : []), ...(exceptId ? [{ id: { $ne: exceptId } }] : [])],
  });

/** Ends the sessions of users that have not proved a second factor. `exceptId` is a session that goes on. */
export const endSessionsWithoutFactor = (
  em: EntityManager,
  customerId: string,
  userIds: readonly string[],
  exceptId: string | null,
): Promise<number> =>
  em.nativeDelete(Session, {
    customerId,
    userId: { $in: [...userIds] },
    $not: { amr: { $contains: ['mfa'] } },
    ...(exceptId && { id: { $ne: exceptId } }),
  });

/** Ends all sessions of users. */
export const endSessionsOfMany = (em: EntityManager, customerId: string, userIds: readonly string[]): Promise<number> =>
  em.nativeDelete(Session, { customerId, userId: { $in: [...userIds] } });
