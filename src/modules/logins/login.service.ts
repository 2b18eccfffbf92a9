import type { RequestContext } from '../../kernel/context.ts';
import { foreignKeyViolation } from '../../kernel/database.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Settings } from '../../kernel/runtime.ts';
import { digest } from '../../kernel/secret.ts';
import { auditRow, insertAuditRows } from '../audit/index.ts';
import { PasswordService, type PasswordHolder, type ProvedPassword } from '../credentials/index.ts';
import { codeAtLogin, type AuthorizationAtLogin } from '../grants/index.ts';
import { CodeService } from '../mfa/index.ts';
import { SessionService, type Login } from '../sessions/index.ts';
import type { Forgiveness } from '../throttle/index.ts';
import { startLogin } from './login.sql.ts';

/** Where somebody signs in, and from which browser. */
interface Place {
  readonly customerId: string;
  readonly clientId: string | null;
  /** The secret of the session this browser has had so far. */
  readonly replaces: string | undefined;
  /** The device cookie of this browser. */
  readonly device: string | undefined;
}

/** Somebody who wants to sign in. */
export interface Candidate extends Place {
  readonly email: string;
  readonly password: string;
  /** The customer's user with this address. */
  readonly holder: PasswordHolder | undefined;
  /** What the application is given at once when the password is all it takes; null where something else is asked first. */
  readonly deserves: (amr: readonly string[], at: Date) => Promise<AuthorizationAtLogin | null>;
}

/** That somebody's password was right, to be kept until they have given their code. */
export interface PasswordProof {
  readonly userId: string;
  /** Digest of the hash it matched, in URL-safe letters; any other password makes this worth nothing. */
  readonly digest: string;
}

/** Somebody whose password was right, with the code they give. */
export interface HalfProved extends Place {
  readonly proof: PasswordProof;
  readonly code: string;
}

/** Somebody signed in, with the code they give besides. */
export interface Raised extends Place {
  readonly userId: string;
  readonly sessionId: string;
  readonly code: string;
}

// RFC 8176 §2: `otp` is any one-time password, a backup code too; `mfa` tells that more than one factor was proved.
const TWO_FACTORS = ['pwd', 'otp', 'mfa'];

/** What a right password comes to: a session's secret, or the question for a second factor. */
export type LoginStep =
  | {
      readonly step: 'session';
      readonly userId: string;
      readonly secret: string;
      /** The application's code; null where the request has to be looked at again. */
      readonly code: string | null;
    }
  | { readonly step: 'second_factor'; readonly proof: PasswordProof }
  /** The address has to be proved first. */
  | { readonly step: 'unproved_address'; readonly userId: string };

/**
 * The first step of signing in: the password is proved, then the session starts or a second factor is owed. Null where
 * nothing comes of it, for which there is one answer whatever the reason; the trail has the reason.
 */
export async function logIn(ctx: RequestContext, candidate: Candidate): Promise<LoginStep | null> {
  const step = await ctx
    .get(PasswordService)
    .proveOf(candidate.holder, candidate, (proved, forgiveness) => goOn(ctx, candidate, proved, forgiveness));
  return step !== null && 'reason' in step ? refuse(ctx, candidate, step.userId, step.reason) : step;
}

async function goOn(
  ctx: RequestContext,
  candidate: Candidate,
  proved: ProvedPassword,
  forgiveness: Forgiveness,
): Promise<LoginStep | null> {
  const { customerId, clientId, replaces } = candidate;
  const { userId, passwordHash, upgradedHash } = proved;
  if (!proved.emailVerified && needsProvedAddress(ctx.settings)) {
    await refuse(ctx, candidate, userId, 'email_unverified');
    return { step: 'unproved_address', userId };
  }
  if (proved.mfaEnabled) {
    const stored = await ctx.get(PasswordService).upgrade(customerId, proved);
    return { step: 'second_factor', proof: { userId, digest: digest(stored).toString('base64url') } };
  }
  const [amr, at] = [['pwd'], ctx.clock.now()];
  const passwordDigest = digest(passwordHash);
  const login = { customerId, userId, amr, at, passwordDigest, upgradedHash, clientId, replaces };
  const started = await start(ctx, login, forgiveness.take(), await candidate.deserves(amr, at));
  return started ? { step: 'session', userId, ...started } : refuse(ctx, candidate, userId, 'changed_meanwhile');
}

/** Starts the session, settles the counters and makes the code, where there is one; null where the login is void by now. */
async function start(
  ctx: RequestContext,
  login: Login,
  counters: readonly [readonly string[], readonly string[]],
  deserved: AuthorizationAtLogin | null,
): Promise<{ readonly secret: string; readonly code: string | null } | null> {
  const { secret, values } = ctx.get(SessionService).beginning(login);
  const made = deserved && codeAtLogin(deserved, login.at);
  try {
    const started = await ctx.db.first(startLogin, [...values, ...counters, made?.value ?? null]);
    return started ? { secret, code: started.hasCode ? made!.code : null } : null;
  } catch (fault) {
    // The client was deleted at this very moment; whoever signs in is signed in all the same.
    if (made && foreignKeyViolation(fault)) return start(ctx, login, counters, null);
    throw fault;
  }
}

const needsProvedAddress = ({ env, signup }: Settings): boolean => signup.requireVerifiedEmail ?? env === 'production';

/**
 * The second step: the code is used up, then the session starts. Gives its secret, or null where the password has to be
 * given again; `invalid` with WRONG_CODE for a code that is not right.
 */
export async function passSecondFactor(ctx: RequestContext, half: HalfProved): Promise<string | null> {
  const { customerId, clientId, replaces, proof } = half;
  const { userId } = proof;
  if (!(await spendCode(ctx, { ...half, userId }))) return null;
  const passwordDigest = Buffer.from(proof.digest, 'base64url');
  const [amr, at] = [TWO_FACTORS, ctx.clock.now()];
  const login = { customerId, userId, amr, at, passwordDigest, upgradedHash: null, clientId, replaces };
  const started = await start(ctx, login, [[], []], null);
  return started?.secret ?? refuse(ctx, half, userId, 'changed_meanwhile');
}

/**
 * The second factor of somebody signed in without: the code is used up, then the session goes on under a new secret. Gives
 * that secret, or null where session or factor are gone; `invalid` with WRONG_CODE for a code that is not right.
 */
export async function passStepUp(ctx: RequestContext, raised: Raised): Promise<string | null> {
  const { customerId, clientId, sessionId, userId, replaces: secret } = raised;
  if (secret === undefined || !(await spendCode(ctx, raised))) return null;
  return ctx.get(SessionService).raise({ customerId, sessionId, userId, secret, amr: TWO_FACTORS, clientId });
}

/** Whether the code was right, and is used up; not where there is no factor by now. */
async function spendCode(
  ctx: RequestContext,
  given: Place & { readonly userId: string; readonly code: string },
): Promise<boolean> {
  const { customerId, userId, device, code } = given;
  try {
    await ctx.get(CodeService).spend({ customerId, userId, device }, code, 'login', () => Promise.resolve());
    return true;
  } catch (fault) {
    if (!(fault instanceof AppError) || fault.kind !== 'invalid') throw fault;
    await refuse(ctx, given, userId, fault.code === 'WRONG_CODE' ? 'wrong_code' : 'changed_meanwhile');
    if (fault.code === 'WRONG_CODE') throw fault;
    return false;
  }
}

async function refuse(
  ctx: RequestContext,
  { customerId, clientId }: Place,
  userId: string | null,
  reason: string,
): Promise<null> {
  const event = auditRow(ctx, {
    action: 'login.failed',
    subjectType: 'user',
    // What was typed is not written down: it may be a password in the wrong field.
    subjectId: userId ?? 'unknown',
    customerId,
    details: { reason, ...(clientId !== null && { clientId }) },
  });
  await ctx.db.rows(insertAuditRows, [JSON.stringify([event])]);
  return null;
}
