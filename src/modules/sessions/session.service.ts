import { identify } from '../../ground/kernel/activity.ts';
import { secondsAfter } from '../../ground/kernel/clock.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { newId } from '../../ground/kernel/ids.ts';
import { digest, newSecretOf } from '../../ground/kernel/secret.ts';
import { auditRow, type AuditRow } from '../audit/index.ts';
import { endSession } from './session-end.service.ts';
import { deviceOf } from './device-name.ts';
import { newRememberedSecret } from './remembered-cookie.ts';
import type { RememberedParts } from './remembered-device.hot.sql.ts';
import { idleSince, notedBefore } from './session-times.ts';
import { currentSession, stepUpSession, type CurrentSession, type SessionStart } from './session.hot.sql.ts';

/** A login whose user has proved who they are. */
export interface Login {
  readonly customerId: string;
  readonly userId: string;
  /** RFC 8176 names of what was proved. */
  readonly amr: readonly string[];
  /** When it was proved. */
  readonly at: Date;
  /** Digest of the hash that the password matched; null without a password. The login fails if the hash has changed since. */
  readonly passwordDigest: Buffer | null;
  readonly upgradedHash: string | null;
  /** The client that the user signs in to, if any. */
  readonly clientId: string | null;
  /** The id of the session, if it is chosen already. */
  readonly sessionId?: string | undefined;
  /** When the session ends at the latest, if earlier than others. */
  readonly endsAt?: Date | undefined;
  /** The secret of this browser's session. That session continues if it is the same user's, and ends otherwise. */
  readonly replaces: string | undefined;
  /** What the login does with a remembered device. By default, nothing. */
  readonly remembered?: RememberedUse | undefined;
}

/** The secret that the browser's cookie has, and whether it stands for the second factor, or this login makes a new one. */
export interface RememberedUse {
  readonly secret: string | undefined;
  readonly as: 'factor' | 'new';
}

/** A session whose user has just proved a second factor. */
export interface SteppedUp {
  readonly customerId: string;
  readonly sessionId: string;
  readonly userId: string;
  /** The session's secret so far. */
  readonly secret: string;
  /** RFC 8176 names of all that has been proved. */
  readonly amr: readonly string[];
  /** The client that requires it, if any. */
  readonly clientId: string | null;
}

/** Logins in browsers. A session is known by the secret in its cookie; only the secret's hash is stored. */
export class SessionService {
  constructor(private readonly ctx: RequestContext) {}

  /** The session of this secret, if it is alive: neither idle nor at its end, and its user active. */
  async find(secret: string | undefined): Promise<CurrentSession | undefined> {
    if (!secret) return undefined;
    const now = this.ctx.clock.now();
    const idle = idleSince(now, this.ctx.settings.sessions);
    const values = { secretHash: digest(secret), now, idleSince: idle, notedBefore: notedBefore(now) };
    const session = await this.ctx.db.first(currentSession, values);
    if (session) identify(session);
    return session;
  }

  /**
   * A new secret, and the parameters of `startSession`, which starts a session or continues this browser's. `remembered` is
   * the next value of the browser's cookie, if its device is remembered.
   */
  async newSession(login: Login): Promise<{
    readonly secret: string;
    readonly remembered: string | undefined;
    readonly values: SessionStart;
  }> {
    const { origin, settings } = this.ctx;
    const { customerId, userId, amr, at, passwordDigest, upgradedHash, endsAt } = login;
    const secret = newSecretOf(customerId);
    const remembered = login.remembered && newRememberedSecret(this.ctx.runtime, userId);
    const usualEnd = secondsAfter(at, settings.sessions.absoluteSeconds);
    const values = {
      sessionId: login.sessionId ?? newId(at),
      customerId,
      userId,
      secretHash: digest(secret),
      now: at,
      amr,
      ip: origin.ip,
      userAgent: origin.userAgent,
      sessionEnd: endsAt && endsAt < usualEnd ? endsAt : usualEnd,
      previousHash: login.replaces ? digest(login.replaces) : null,
      passwordDigest,
      upgradedHash,
      event: this.event('login.succeeded', 'user', userId, login),
      ...(await this.rememberedParts(login, remembered)),
    };
    return { secret, remembered, values };
  }

  /** Records that the session's user has proved more. Returns the session's new secret, or null if the session has ended. */
  async stepUp({ customerId, sessionId, userId, secret: before, amr, clientId }: SteppedUp): Promise<string | null> {
    const { clock, settings } = this.ctx;
    const now = clock.now();
    const secret = newSecretOf(customerId);
    const stepped = await this.ctx.db.first(stepUpSession, {
      customerId,
      sessionId,
      secretHash: digest(before),
      nextHash: digest(secret),
      now,
      idleSince: idleSince(now, settings.sessions),
      amr,
      event: this.event('session.raised', 'session', sessionId, { customerId, userId, amr, clientId }),
    });
    return stepped ? secret : null;
  }

  /** Ends the session and its tokens, for its user or for a client in the user's name. Does nothing if it has ended. */
  async end(secret: string, { id, customerId, userId }: CurrentSession, clientId?: string): Promise<void> {
    await endSession(this.ctx, { id, customerId, secretHash: digest(secret) }, () => ({
      customerId,
      actor: { type: 'user', id: userId },
      ...(clientId !== undefined && { details: { clientId } }),
    }));
  }

  private async rememberedParts({ remembered, at }: Login, next: string | undefined): Promise<RememberedParts> {
    if (!remembered || next === undefined)
      return { presentedHash: null, deviceHash: null, deviceId: null, browser: null, system: null };
    const { secret, as } = remembered;
    return {
      ...(await deviceOf(this.ctx.origin.userAgent)),
      presentedHash: secret === undefined ? null : digest(secret),
      deviceHash: digest(next),
      deviceId: as === 'new' ? newId(at) : null,
    };
  }

  /** The audit row of what a user has proved. */
  private event(
    action: string,
    subjectType: string,
    subjectId: string,
    {
      customerId,
      userId,
      amr,
      clientId,
      remembered,
    }: Pick<Login, 'customerId' | 'userId' | 'amr' | 'clientId' | 'remembered'>,
  ): AuditRow {
    const actor = { type: 'user', id: userId } as const;
    const details = {
      amr,
      ...(clientId !== null && { clientId }),
      ...(remembered?.as === 'new' && { remembersDevice: true }),
    };
    return auditRow(this.ctx, { action, subjectType, subjectId, customerId, clientId, actor, details });
  }
}
