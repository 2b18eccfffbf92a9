import type { RequestContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import { NIL_ID, readFirst } from '../../kernel/pagination.ts';
import { auditRow } from '../audit/index.ts';
import { LogoutBell } from '../logouts/index.ts';
import { sessionErrors } from './errors.ts';
import { endManySessions } from './session-end.hot.sql.ts';
import { endSession } from './session-end.service.ts';
import type { Session } from './session.entity.ts';
import { sessionLoader } from './session.loader.ts';
import { reach, sessionPolicy, type SessionEnd } from './session.policy.ts';

/** Which of a user's sessions are meant. */
interface Choice {
  readonly ids: readonly string[] | null;
  readonly spared: string | null;
}

/** Sessions as one viewer sees and ends them. Ending one ends its tokens, everywhere, at once. */
export class SessionListService {
  constructor(private readonly ctx: RequestContext) {}

  /** The viewer's own sessions, the `first` so many, last used first. */
  async own(first: number | null | undefined): Promise<Session[]> {
    const { viewer } = sessionPolicy.own(this.ctx.viewer);
    return this.load(viewer.userId, first);
  }

  /** The user's sessions; null when they are none of the viewer's business. */
  async of(userId: string, first: number | null | undefined): Promise<Session[] | null> {
    return sessionPolicy.sees(this.ctx.viewer, userId) ? this.load(userId, first) : null;
  }

  /** Ends one session: the viewer's own, and with `anybodys` for an administrator anybody's. Returns it as it was. */
  async end(id: string, anybodys: boolean): Promise<Session> {
    const permit = sessionPolicy.own(this.ctx.viewer);
    return this.endOne(permit, id, anybodys ? reach(permit.viewer) : { userId: permit.viewer.userId });
  }

  /** Ends the viewer's sessions but the one that asks; returns how many. */
  async endOthers(): Promise<number> {
    const permit = sessionPolicy.own(this.ctx.viewer);
    const { userId, sessionId } = permit.viewer;
    return this.endMany(permit, userId, { ids: null, spared: sessionId });
  }

  /** Ends all sessions of a user, or those of the list that are theirs; returns how many. */
  async endOf(userId: string, ids: readonly string[] | null): Promise<number> {
    const permit = sessionPolicy.endEverybodys(this.ctx.viewer);
    return this.endMany(permit, userId, { ids: ids?.filter(isUuid) ?? null, spared: null });
  }

  private load(ownerId: string, first: number | null | undefined): Promise<Session[]> {
    return this.ctx.loader(sessionLoader).load({ ownerId, after: NIL_ID, limit: readFirst(first) });
  }

  private async endOne({ customerId }: SessionEnd, id: string, reached: { userId?: string }): Promise<Session> {
    const where = { id: id.toLowerCase(), customerId, ...reached };
    const gone = isUuid(id) ? await endSession(this.ctx, where, ({ userId }) => ({ details: { userId } })) : null;
    if (!gone) throw sessionErrors.SESSION_NOT_FOUND();
    return gone;
  }

  private async endMany({ customerId }: SessionEnd, userId: string, { ids, spared }: Choice): Promise<number> {
    if (!isUuid(userId)) throw notFound('user');
    const event = auditRow(this.ctx, {
      action: 'sessions.ended',
      subjectType: 'user',
      subjectId: userId.toLowerCase(),
    });
    const values = [customerId, userId, ids, spared, JSON.stringify(event)];
    const ended = await this.ctx.db.first(endManySessions, values);
    if (!ended?.known) throw notFound('user');
    this.ctx.runtime.get(LogoutBell).ring();
    return ended.count;
  }
}
