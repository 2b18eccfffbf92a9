import { secondsAfter } from '../../kernel/clock.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { Settings } from '../../kernel/runtime.ts';
import { newId } from '../../kernel/ids.ts';
import { digest, newSecret } from '../../kernel/secret.ts';
import { auditRow } from '../audit/index.ts';
import { endSession } from './session-end.service.ts';
import { currentSession, raiseSession, type CurrentSession } from './session.hot.sql.ts';

/** How exact a session's last access is kept, so that not every request writes. */
const NOTED_EVERY_SECONDS = 60;

/** A login that has been proved, as it is written down. */
export interface Login {
  readonly customerId: string;
  readonly userId: string;
  /** RFC 8176 names of what was proved. */
  readonly amr: readonly string[];
  /** When it was. */
  readonly at: Date;
  /** Digest of the hash the password matched; a change of it in the meantime makes the login void. */
  readonly passwordDigest: Buffer;
  readonly upgradedHash: string | null;
  /** The client the user signs in to, where there is one. */
  readonly clientId: string | null;
  /** The secret of the session this browser has had; it goes on when it is the same user's, and else ends. */
  readonly replaces: string | undefined;
}

/** A session whose user has just proved a second factor too. */
export interface Raise {
  readonly customerId: string;
  readonly sessionId: string;
  readonly userId: string;
  /** The secret the session has had so far. */
  readonly secret: string;
  /** RFC 8176 names of all that has been proved by now. */
  readonly amr: readonly string[];
  /** The client that wants it. */
  readonly clientId: string | null;
}

/** The moment before which a session's last access makes it idle. */
export const idleSince = (now: Date, { idleSeconds }: Settings['sessions']): Date => secondsAfter(now, -idleSeconds);

/** The moment before which a session's last access is worth writing anew. */
export const notedBefore = (now: Date): Date => secondsAfter(now, -NOTED_EVERY_SECONDS);

/** Logins in browsers. A session is known by the secret in its cookie, of which only the hash is stored. */
export class SessionService {
  constructor(private readonly ctx: RequestContext) {}

  /** The session of this secret while it is alive: neither idle nor at its end, and its user active. */
  async find(secret: string | undefined): Promise<CurrentSession | undefined> {
    if (!secret) return undefined;
    const now = this.ctx.clock.now();
    const values = [digest(secret), now, idleSince(now, this.ctx.settings.sessions), notedBefore(now)];
    return this.ctx.db.first(currentSession, values);
  }

  /**
   * What it takes to start a session, or go on with the one this browser has of the same user; either way under a new
   * secret, with the login noted with the user and in the trail. `values` are the parameters of `startingSession`.
   */
  beginning(login: Login): { readonly secret: string; readonly values: readonly unknown[] } {
    const { origin, settings } = this.ctx;
    const { customerId, userId, amr, at, clientId } = login;
    const secret = newSecret();
    const event = auditRow(this.ctx, {
      action: 'login.succeeded',
      subjectType: 'user',
      subjectId: userId,
      customerId,
      actor: { type: 'user', id: userId },
      details: { amr, ...(clientId !== null && { clientId }) },
    });
    const values = [
      newId(at),
      customerId,
      userId,
      digest(secret),
      at,
      amr,
      origin.ip,
      origin.userAgent,
      secondsAfter(at, settings.sessions.absoluteSeconds),
      login.replaces ? digest(login.replaces) : null,
      login.passwordDigest,
      login.upgradedHash,
      JSON.stringify(event),
    ];
    return { secret, values };
  }

  /**
   * Notes that more has been proved than when the session started; it goes on under a new secret, which is given. Null
   * where it has ended meanwhile.
   */
  async raise({ customerId, sessionId, userId, secret: before, amr, clientId }: Raise): Promise<string | null> {
    const { clock, settings } = this.ctx;
    const now = clock.now();
    const secret = newSecret();
    const event = auditRow(this.ctx, {
      action: 'session.raised',
      subjectType: 'session',
      subjectId: sessionId,
      customerId,
      actor: { type: 'user', id: userId },
      details: { amr, ...(clientId !== null && { clientId }) },
    });
    const idle = idleSince(now, settings.sessions);
    const values = [customerId, sessionId, digest(before), digest(secret), now, amr, idle, JSON.stringify(event)];
    return (await this.ctx.db.first(raiseSession, values)) ? secret : null;
  }

  /**
   * Ends the session and every token that came of it, for its user or for a client in the user's name; nothing happens where
   * it has ended already.
   */
  async end(secret: string, { id, customerId, userId }: CurrentSession, clientId?: string): Promise<void> {
    await endSession(this.ctx, { id, customerId, secretHash: digest(secret) }, () => ({
      customerId,
      actor: { type: 'user', id: userId },
      ...(clientId !== undefined && { details: { clientId } }),
    }));
  }
}
