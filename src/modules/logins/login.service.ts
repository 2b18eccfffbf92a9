import type { RequestContext } from '../../kernel/context.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Settings } from '../../kernel/runtime.ts';
import { digest } from '../../kernel/secret.ts';
import { auditRow, insertAuditRows } from '../audit/index.ts';
import { PasswordService } from '../credentials/index.ts';
import { CodeService } from '../mfa/index.ts';
import { SessionService } from '../sessions/index.ts';

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
  | { readonly step: 'session'; readonly userId: string; readonly secret: string }
  | { readonly step: 'second_factor'; readonly proof: PasswordProof }
  /** The address has to be proved first. */
  | { readonly step: 'unproved_address'; readonly userId: string };

/**
 * The first step of signing in: the password is proved, then the session starts or a second factor is owed. Null where
 * nothing comes of it, for which there is one answer whatever the reason; the trail has the reason.
 */
export async function logIn(ctx: RequestContext, candidate: Candidate): Promise<LoginStep | null> {
  const { customerId, clientId, email, password, replaces, device } = candidate;
  const passwords = ctx.get(PasswordService);
  const proved = await passwords.prove(customerId, email, password, device);
  if (!proved.proved) return refuse(ctx, candidate, proved.userId, proved.reason);
  const { userId, passwordHash, upgradedHash } = proved;
  if (!proved.emailVerified && needsProvedAddress(ctx.settings)) {
    await refuse(ctx, candidate, userId, 'email_unverified');
    return { step: 'unproved_address', userId };
  }
  if (proved.mfaEnabled) {
    const stored = await passwords.upgrade(customerId, proved);
    return { step: 'second_factor', proof: { userId, digest: digest(stored).toString('base64url') } };
  }
  const secret = await ctx.get(SessionService).start({
    customerId,
    userId,
    amr: ['pwd'],
    passwordDigest: digest(passwordHash),
    upgradedHash,
    clientId,
    replaces,
  });
  return secret === null ? refuse(ctx, candidate, userId, 'changed_meanwhile') : { step: 'session', userId, secret };
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
  const secret = await ctx.get(SessionService).start({
    customerId,
    userId,
    amr: TWO_FACTORS,
    passwordDigest: Buffer.from(proof.digest, 'base64url'),
    upgradedHash: null,
    clientId,
    replaces,
  });
  return secret ?? refuse(ctx, half, userId, 'changed_meanwhile');
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
