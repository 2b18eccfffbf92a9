import { LockMode } from '@mikro-orm/postgresql';
import { MEMBER, type UserViewer } from '../../ground/kernel/access.ts';
import { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { errorOf } from '../../ground/kernel/errors.ts';
import { digest, sameText } from '../../ground/kernel/secret.ts';
import { MfaService, PasskeyService, type MfaSetup, type PasskeyCreation } from '../mfa/index.ts';
import { User } from '../users/index.ts';
import type { FactorDuty } from './factor-duty.hot.sql.ts';
import { dutyOf } from './factor-duty.service.ts';
import { OF_CODE, OF_EMAIL, reject, start } from './login.service.ts';
import type { PasswordProof, Place } from './login-attempt.ts';

/** Proof of a password whose user has no second factor, though the customer requires one. */
export interface EnrollmentProof extends PasswordProof {
  /** The session that starts once the user has one. */
  readonly sessionId: string;
  /** When the password was given. */
  readonly at: Date;
}

/** A login that lacks nothing but a second factor, which the user has yet to set up. */
export interface Enrollment extends Pick<Place, 'customerId' | 'clientId' | 'replaces' | 'device'> {
  readonly proof: EnrollmentProof;
}

/** What the user can do about it. */
export interface EnrollmentOffer extends FactorDuty {
  /** Until when the user may put it off; null if that is over. */
  readonly laterUntil: Date | null;
  /** What a browser needs to make a passkey. Null if browsers have none for the issuer. */
  readonly passkey: PasskeyCreation | null;
}

/** A user who has just set up a second factor, or who puts it off: the secret of their session. */
type Started = Promise<string | null>;

/** What the user can do. Null if the login needs no second factor any more, or can no longer be continued. */
export async function enrollmentOffer(ctx: RequestContext, enrollment: Enrollment): Promise<EnrollmentOffer | null> {
  const duty = await dutyOf(ctx, enrollment);
  if (!duty) return null;
  const passkey = await asUser(ctx, enrollment).get(PasskeyService).creationOptions();
  return { ...duty, laterUntil: duty.until > ctx.clock.now() ? duty.until : null, passkey };
}

/** Starts the setup of an authenticator app. Null as for `enrollmentOffer`. */
export async function startEnrollment(ctx: RequestContext, enrollment: Enrollment): Promise<MfaSetup | null> {
  if (!(await dutyOf(ctx, enrollment))) return null;
  return asUser(ctx, enrollment).get(MfaService).startSetup(null);
}

/** Sets the app up by its first code, and signs the user in with it. Throws as `verifySetup` does. */
export async function enrollApp(ctx: RequestContext, enrollment: Enrollment, code: string, secret: string): Started {
  await asUser(ctx, enrollment)
    .get(MfaService)
    .verifySetup(code, secret, (tx) => lockUnenrolled(tx, enrollment));
  return finish(ctx, enrollment, OF_CODE);
}

/** Stores a passkey, and signs the user in with it. Throws as `PasskeyService.add` does. Returns the backup codes, too. */
export async function enrollPasskey(
  ctx: RequestContext,
  enrollment: Enrollment,
  text: string,
  name: string,
): Promise<{ readonly secret: string | null; readonly backupCodes: readonly string[] | null }> {
  const { passkey, backupCodes } = await asUser(ctx, enrollment)
    .get(PasskeyService)
    .add(text, name, (tx) => lockUnenrolled(tx, enrollment));
  const secret = await finish(ctx, enrollment, [passkey.isSyncable ? 'swk' : 'hwk', 'user', 'mfa']);
  return { secret, backupCodes };
}

/** Signs a user in who puts the second factor off. The session ends when that may no longer be. Null if it may not now. */
export async function putOffEnrollment(ctx: RequestContext, enrollment: Enrollment): Started {
  const duty = await dutyOf(ctx, enrollment);
  return duty && duty.until > ctx.clock.now() ? finish(ctx, enrollment, [], duty.until) : null;
}

async function finish(
  ctx: RequestContext,
  { customerId, clientId, replaces, device, proof }: Enrollment,
  proved: readonly string[],
  endsAt?: Date,
): Started {
  const { userId, sessionId } = proof;
  const passwordDigest = Buffer.from(proof.digest, 'base64url');
  const putsOff = endsAt !== undefined;
  const [amr, at] = [['pwd', ...(proof.hasEmailCode ? [OF_EMAIL] : []), ...proved], ctx.clock.now()];
  const browser = { clientId, replaces, device };
  const { nextHash } = proof;
  const login = { customerId, userId, amr, at, passwordDigest, upgradedHash: null, ...browser, nextHash };
  const started = await start(ctx, { ...login, endsAt, ...(!putsOff && { sessionId }) }, null, putsOff);
  return started?.secret ?? reject(ctx, { customerId, clientId }, userId, 'changed_meanwhile');
}

/** The context in which the user sets up a second factor, before there is a session. It can do nothing else. */
function asUser(ctx: RequestContext, { customerId, proof }: Enrollment): RequestContext {
  const { userId, sessionId, at: authTime } = proof;
  const who = { kind: 'user', ...MEMBER, clientId: null, documents: null, factorAt: null } as const;
  const viewer: UserViewer = { ...who, scopes: new Set(), customerId, userId, sessionId, authTime };
  return new RequestContext(ctx.runtime, viewer, ctx.origin);
}

/**
 * Locks the user, and makes sure that the password is still the proved one and that there is no second factor. Otherwise
 * somebody who knows only the password could add one to an account that has one, or whose password was changed because of
 * them.
 */
async function lockUnenrolled({ em }: Transaction, { customerId, proof }: Enrollment): Promise<void> {
  const user = await em.findOne(
    User,
    { id: proof.userId, customerId, isActive: true },
    { populate: ['passwordHash', 'locale', 'timeZone'], lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  const isSame = sameText(digest(user?.passwordHash ?? '').toString('base64url'), proof.digest);
  if (!user || !isSame || user.mfaEnabled) throw errorOf('MFA_ALREADY_ENABLED');
}
