import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { notFound } from '../../ground/kernel/errors.ts';
import type { ListArgs } from '../../ground/lists/filter/index.ts';
import { isUuid, readIds } from '../../ground/kernel/ids.ts';
import { PAGE_MAX, type Connection } from '../../ground/lists/pagination.ts';
import { audit } from '../audit/index.ts';
import { LogoutBell } from '../logouts/index.ts';
import { userLoader } from '../users/index.ts';
import { sessionErrors } from './errors.ts';
import { rememberedSecretOf } from './remembered-cookie.ts';
import { forgetDevicesOf } from './remembered-device.service.ts';
import { endSession, endSessionsOf, type SessionChoice } from './session-end.service.ts';
import type { Session } from './session.entity.ts';
import { sessionLoader, sessionPages } from './session.loader.ts';
import { sessionPolicy, type SessionEnd } from './session.policy.ts';

/** Sessions as one viewer may see and end them. Ending a session ends its tokens everywhere at once. */
export class SessionListService {
  constructor(private readonly ctx: RequestContext) {}

  /** The session with this id, or null if there is none that the viewer may see. */
  async find(id: string): Promise<Session | null> {
    signedIn(this.ctx.viewer);
    const session = isUuid(id) ? await this.ctx.loader(sessionLoader).load(id.toLowerCase()) : null;
    return session && sessionPolicy.reads(this.ctx.viewer, session.userId) ? session : null;
  }

  /** The viewer's sessions, most recently used first by default. */
  async own(args: ListArgs): Promise<Connection<Session>> {
    return sessionPages.of(this.ctx, sessionPolicy.own(this.ctx.viewer).viewer.userId, args);
  }

  /** The user's sessions, or null if the viewer may not see them. */
  async of(userId: string, args: ListArgs): Promise<Connection<Session> | null> {
    return sessionPolicy.reads(this.ctx.viewer, userId) ? sessionPages.of(this.ctx, userId, args) : null;
  }

  /** Ends one of the viewer's own sessions, or anybody's for an administrator with `anybodys`. Returns it as it was. */
  async end(id: string, anybodys: boolean): Promise<Session> {
    const permit = sessionPolicy.own(this.ctx.viewer);
    return this.endOne(permit, id, anybodys ? sessionPolicy.reach(permit.viewer) : { userId: permit.viewer.userId });
  }

  /**
   * Ends the viewer's sessions except the one of this request, and forgets the devices except the one of the browser with
   * these cookies. Returns how many sessions it ended.
   */
  async endOthers(cookies: readonly string[] = []): Promise<number> {
    const permit = sessionPolicy.own(this.ctx.viewer);
    const { userId, sessionId } = permit.viewer;
    const keeps = rememberedSecretOf(this.ctx.runtime, userId, cookies);
    return this.endMany(permit, userId, { exceptId: sessionId }, keeps);
  }

  /** Ends all sessions of a user, or those of the list that belong to the user. Returns how many it ended. */
  async endOf(userId: string, ids: readonly string[] | null): Promise<number> {
    const permit = sessionPolicy.anybodys(this.ctx.viewer);
    return this.endMany(permit, userId, { ids: ids && readIds('ids', ids, PAGE_MAX) });
  }

  private async endOne({ customerId }: SessionEnd, id: string, reached: { userId?: string }): Promise<Session> {
    const where = { id: id.toLowerCase(), customerId, ...reached };
    const gone = isUuid(id) ? await endSession(this.ctx, where, ({ userId }) => ({ details: { userId } })) : null;
    if (!gone) throw sessionErrors.SESSION_NOT_FOUND();
    return gone;
  }

  private async endMany(
    { customerId }: SessionEnd,
    userId: string,
    choice: SessionChoice,
    keeps?: string,
  ): Promise<number> {
    if (!isUuid(userId)) throw notFound('user');
    const subjectId = userId.toLowerCase();
    const count = await this.ctx.db.transaction(async ({ em }) => {
      const ended = await endSessionsOf(em, customerId, subjectId, choice);
      // Signing out everywhere leaves no browser in which the second factor is not asked for.
      const devices = choice.ids ? 0 : await forgetDevicesOf(em, customerId, subjectId, keeps);
      const details = { count: ended, ...(devices > 0 && { devices }) };
      const event = { action: 'sessions.ended', subjectType: 'user', subjectId, details };
      if (ended + devices > 0) audit.record(em, this.ctx, event);
      return ended;
    });
    if (count === 0 && !(await this.ctx.loader(userLoader).load(subjectId))) throw notFound('user');
    this.ctx.runtime.get(LogoutBell).ring();
    return count;
  }
}
