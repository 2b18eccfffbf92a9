import type { RequestContext } from '../../ground/kernel/context.ts';
import { foreignKeyViolation } from '../../ground/kernel/database.ts';
import { AppError, errorOf } from '../../ground/kernel/errors.ts';
import { Meter } from '../../ground/kernel/meter.ts';
import type { Settings } from '../../ground/kernel/runtime.ts';
import { audit } from '../audit/index.ts';
import { PasswordService, type PasswordHolder, type ProvedPassword, type WideGuess } from '../credentials/index.ts';
import { codeWithLogin, type AuthorizationAtLogin } from '../grants/index.ts';
import {
  CodeService,
  EmailCodeService,
  PasskeyProofService,
  tellOfFailedFactor,
  type PasskeyAnswer,
} from '../mfa/index.ts';
import { REMEMBERED_DEVICE, rememberedSecretOf, SessionService, type Login } from '../sessions/index.ts';
import { SharedRates, storedCounter, Throttle, tooMany } from '../throttle/index.ts';
import { missingOf } from './factor-duty.service.ts';
import { startLogin } from './login.hot.sql.ts';
import { digestOf, type PasswordProof, type Place } from './login-attempt.ts';
import { replaceTemporary } from './new-password.ts';
import { mailNewSignIn } from './new-sign-in.ts';

/** A login that has started its session. */
export interface StartedLogin {
  /** The session's secret. */
  readonly secret: string;
  /** What the browser's cookie of a remembered device becomes, if there is one. */
  readonly remembered?: string | undefined;
}

/** An attempt to sign in by password. */
export interface LoginAttempt extends Place {
  readonly email: string;
  readonly password: string;
  /** The customer's user with this email address. */
  readonly holder: PasswordHolder | undefined;
  /** What the client is granted with the login; null if the user has to be asked something else first. */
  readonly authorizationFor: (amr: readonly string[], at: Date) => Promise<AuthorizationAtLogin | null>;
}

/** The same, with what a login needs to know of the user. */
interface KnownPassword extends Omit<PasswordProof, 'hasEmailCode'> {
  readonly email: string;
  readonly mfaEnabled: boolean;
  readonly emailVerified: boolean;
  /** Whether the user has to choose another password first. */
  readonly isTemporary: boolean;
}

/** An account of some customer whose password was right. */
export interface ProvedAccount extends KnownPassword {
  readonly customerId: string;
}

/** What is given as the second factor: a code, or the answer of a passkey to a challenge that was made for `bound`. */
export type GivenFactor = { readonly code: string } | { readonly answer: PasskeyAnswer | null; readonly bound: string };

/** An attempt to complete a login with the second factor. */
export interface SecondFactorAttempt extends Place {
  readonly proof: PasswordProof;
  readonly factor: GivenFactor;
  /** Whether the factor is not to be asked for again in this browser. */
  readonly remembers: boolean;
}

/** An attempt of a signed-in user to prove the second factor too. */
export interface StepUpAttempt extends Place {
  readonly userId: string;
  readonly sessionId: string;
  /** RFC 8176 names of what the session has proved so far. */
  readonly amr: readonly string[];
  readonly factor: GivenFactor;
}

/** What a code proves. */
// RFC 8176 §2: `otp` is any one-time password, backup codes included. `mfa` means that more than one factor was proved.
export const OF_CODE = ['otp', 'mfa'];
/** RFC 8176 has no name for the code of a mail. It is not `otp` or `mfa`, which applications take for an app or a key. */
export const OF_EMAIL = 'email';

/** What follows a right password. */
export type LoginStep =
  | ({
      readonly step: 'session';
      readonly userId: string;
      /** The client's code; null if the authorization request has to be checked again. */
      readonly code: string | null;
    } & StartedLogin)
  /** The password is a temporary one, and the user has to choose another. */
  | { readonly step: 'new_password'; readonly proof: PasswordProof }
  | { readonly step: 'second_factor'; readonly proof: PasswordProof }
  /** The customer wants a code that the user's address gets. */
  | { readonly step: 'email_code'; readonly proof: PasswordProof }
  /** The customer requires a second factor, and the user has none. */
  | { readonly step: 'enrollment'; readonly proof: PasswordProof }
  /** The user has to verify the email address first. There is no proof of a password if a passkey was given. */
  | {
      readonly step: 'unverified_email';
      readonly userId: string;
      readonly email: string;
      readonly proof: PasswordProof | null;
    };

/**
 * Signs a user in by password: starts the session, or asks for the second factor. Returns null if the login fails, without
 * a reason, so that callers cannot tell reasons apart. The audit trail has the reason.
 */
export async function logIn(ctx: RequestContext, attempt: LoginAttempt): Promise<LoginStep | null> {
  const step = await ctx
    .get(PasswordService)
    .proveOf(attempt.holder, attempt, (proved) => afterPassword(ctx, attempt, proved));
  if (step !== null && 'waitSeconds' in step) throw tooMany(step.waitSeconds);
  return step !== null && 'reason' in step ? reject(ctx, attempt, step.userId, step.reason) : step;
}

async function afterPassword(
  ctx: RequestContext,
  attempt: LoginAttempt,
  proved: ProvedPassword,
): Promise<LoginStep | { readonly waitSeconds: number } | null> {
  const { userId, email, passwordHash, upgradedHash, mfaEnabled, emailVerified, isTemporary } = proved;
  // An error would be a wrong guess here.
  const waitSeconds = waitOf(ctx, userId);
  if (waitSeconds > 0) return { waitSeconds };
  // A session stores the upgraded hash itself.
  const stored = mfaEnabled ? await ctx.get(PasswordService).upgrade(attempt.customerId, proved) : passwordHash;
  const known = { userId, email, digest: digestOf(stored), mfaEnabled, emailVerified, isTemporary, nextHash: null };
  return proceed(ctx, attempt, known, { ...attempt, upgradedHash: mfaEnabled ? null : upgradedHash });
}

/** Continues a login whose password is right. */
export async function proceed(
  ctx: RequestContext,
  place: Place,
  { userId, email, digest: proved, mfaEnabled, emailVerified, isTemporary, nextHash }: KnownPassword,
  { authorizationFor, upgradedHash }: Pick<LoginAttempt, 'authorizationFor'> & Pick<ProvedPassword, 'upgradedHash'>,
): Promise<LoginStep | null> {
  const { customerId, clientId, replaces } = place;
  const proof = { userId, digest: proved, hasEmailCode: false, nextHash };
  if (!emailVerified && requiresVerifiedEmail(ctx.settings)) {
    await countLogin(ctx, userId);
    await reject(ctx, place, userId, 'email_unverified');
    return { step: 'unverified_email', userId, email, proof };
  }
  if (isTemporary && nextHash === null) return { step: 'new_password', proof };
  const secondFactor = { step: 'second_factor', proof } as const;
  const device = mfaEnabled ? rememberedSecretOf(ctx.runtime, userId, place.remembered ?? []) : undefined;
  if (mfaEnabled && device === undefined) return secondFactor;
  const [amr, at] = [['pwd', ...(device === undefined ? [] : [REMEMBERED_DEVICE])], ctx.clock.now()];
  const passwordDigest = Buffer.from(proved, 'base64url');
  const remembered = device === undefined ? undefined : ({ secret: device, as: 'factor' } as const);
  const browser = { replaces, device: place.device, remembered };
  const login = { customerId, userId, amr, at, passwordDigest, upgradedHash, clientId, ...browser, nextHash };
  const started = await start(ctx, login, await authorizationFor(amr, at));
  if (started) return { step: 'session', userId, ...started };
  // The device is not remembered any more, or something has changed meanwhile. With the factor, that shows.
  if (remembered) return secondFactor;
  return nextLoginStep(ctx, place, proof);
}

/** What a login lacks that did not start: the code of a mail, or a second factor to set up. */
async function nextLoginStep(ctx: RequestContext, place: Place, proof: PasswordProof): Promise<LoginStep | null> {
  const missing = await missingOf(ctx, { ...place, proof });
  if (missing) return { step: missing.asksForCode ? 'email_code' : 'enrollment', proof };
  return reject(ctx, place, proof.userId, 'changed_meanwhile');
}

/** An attempt to complete a login with the code of a mail. `bound` names the login that the code was sent for. */
export interface EmailCodeAttempt extends Place {
  readonly proof: PasswordProof;
  readonly bound: string;
  readonly code: string;
}

/**
 * Completes a login with the code of a mail, or goes on to the second factor that the user has to set up. Returns null if the
 * user has to give the password again. A wrong code is `invalid` with WRONG_CODE.
 */
export async function verifyEmailCode(ctx: RequestContext, attempt: EmailCodeAttempt): Promise<LoginStep | null> {
  const { customerId, clientId, replaces, device, bound, code } = attempt;
  const { userId, digest: proved, nextHash } = attempt.proof;
  admitLogin(ctx, userId);
  try {
    await ctx.get(EmailCodeService).spend({ customerId, userId, device, bound }, code);
  } catch (fault) {
    if (fault instanceof AppError && fault.code === 'WRONG_CODE') await reject(ctx, attempt, userId, 'wrong_code');
    throw fault;
  }
  const [amr, at] = [['pwd', OF_EMAIL], ctx.clock.now()];
  const passwordDigest = Buffer.from(proved, 'base64url');
  const browser = { clientId, replaces, device };
  const login = { customerId, userId, amr, at, passwordDigest, upgradedHash: null, ...browser, nextHash };
  const started = await start(ctx, login, null);
  if (started) return { step: 'session', userId, ...started };
  return nextLoginStep(ctx, attempt, { ...attempt.proof, hasEmailCode: true });
}

/**
 * Finds the accounts, of all customers, that have this address or username and this password. `noteFailure` records the
 * failed login where there are none, and the wait that it causes. Call it when the browser has its answer: the time must
 * not tell whether there is an account with the address.
 */
export async function findAccounts(
  ctx: RequestContext,
  guess: WideGuess,
): Promise<{ readonly accounts: readonly ProvedAccount[]; readonly noteFailure: () => Promise<void> }> {
  const passwords = ctx.get(PasswordService);
  const proofs = await passwords.proveAnywhere(guess);
  const accounts: ProvedAccount[] = [];
  for (const { holder, proof } of proofs) {
    if (!proof.proved) continue;
    const { customerId, email } = holder;
    const { userId, mfaEnabled, emailVerified, isTemporary } = proof;
    const digestNow = digestOf(await passwords.upgrade(customerId, proof));
    const known = { userId, email, digest: digestNow, mfaEnabled, emailVerified, isTemporary, nextHash: null };
    accounts.push({ customerId, ...known });
  }
  const noteWaits = async (): Promise<void> => {
    for (const { holder, waitSeconds } of proofs)
      if (waitSeconds > 0) await passwords.noteWait(holder.customerId, holder.id, waitSeconds);
  };
  if (accounts.length > 0) await noteWaits();
  const noteFailure = async (): Promise<void> => {
    await noteWaits();
    for (const { holder, proof } of proofs)
      if (!proof.proved) await reject(ctx, { customerId: holder.customerId, clientId: null }, holder.id, proof.reason);
  };
  return { accounts, noteFailure };
}

/** Signs a user in to one of the accounts that `findAccounts` has found. Null if it has changed since. */
export const logInTo = (
  ctx: RequestContext,
  account: ProvedAccount,
  browser: Pick<Place, 'replaces' | 'device' | 'remembered'>,
): Promise<LoginStep | null> => {
  admitLogin(ctx, account.userId);
  return proceed(ctx, { ...browser, customerId: account.customerId, clientId: null }, account, {
    authorizationFor: () => Promise.resolve(null),
    upgradedHash: null,
  });
};

/** A login that lacks nothing, as far as is known. */
interface LoginToStart extends Login, Pick<Place, 'device'>, Pick<Partial<PasswordProof>, 'nextHash'> {}

/**
 * Starts the session and issues the code, if any. Returns null if the login is no longer valid, or lacks a second factor that
 * the customer requires. `putsOff` says that the user was asked for it.
 */
export async function start(
  ctx: RequestContext,
  login: LoginToStart,
  granted: AuthorizationAtLogin | null,
  putsOff = false,
): Promise<(StartedLogin & { readonly code: string | null }) | null> {
  const { secret, remembered, values } = await ctx.get(SessionService).newSession(login);
  const made = granted && codeWithLogin(login.customerId, granted, login.at);
  try {
    const code = made?.row ?? null;
    const row = { ...values, code, clientId: login.clientId, putsOff };
    const { nextHash } = login;
    const started =
      nextHash == null
        ? await ctx.db.first(startLogin, row)
        : await replaceTemporary(ctx, { ...login, nextHash }, (tx, passwordDigest) =>
            tx.first(startLogin, { ...row, passwordDigest }),
          );
    // Whoever knows the password alone must not use up what the user may start.
    if (!started) return null;
    await countLogin(ctx, login.userId);
    await mailNewSignIn(ctx, login, started);
    ctx.runtime.get(Meter).listener?.loggedIn(login.amr);
    return { secret, remembered, code: started.hasCode ? made!.code : null };
  } catch (fault) {
    // The client has just been deleted. The user is signed in without it.
    if (made && foreignKeyViolation(fault)) return start(ctx, login, null, putsOff);
    throw fault;
  }
}

/** For how many seconds the user has had too many logins. 0 if they have not. */
const waitOf = ({ runtime }: RequestContext, userId: string): number =>
  runtime.get(SharedRates).waitFor(storedCounter('login', userId));

/** Throws `rate_limited` if the user has had too many logins. */
export function admitLogin(ctx: RequestContext, userId: string): void {
  const waitSeconds = waitOf(ctx, userId);
  if (waitSeconds > 0) throw tooMany(waitSeconds);
}

/** Counts a login that is stored. */
export const countLogin = (ctx: RequestContext, userId: string): Promise<void> =>
  ctx.runtime.get(SharedRates).count('login', userId);

/** Whether users must verify their address before they can sign in. */
export const requiresVerifiedEmail = ({ env, signup }: Settings): boolean =>
  signup.requireVerifiedEmail ?? env === 'production';

/**
 * Completes a login with the second factor: redeems it, then starts the session. Returns null if the user has to give the
 * password again. A wrong code is `invalid` with WRONG_CODE, a wrong passkey with WRONG_PASSKEY.
 */
export async function verifySecondFactor(
  ctx: RequestContext,
  attempt: SecondFactorAttempt,
): Promise<StartedLogin | null> {
  const { customerId, clientId, replaces, proof, remembers } = attempt;
  const { userId } = proof;
  admitLogin(ctx, userId);
  const proved = await redeem(ctx, { ...attempt, userId });
  if (!proved) return null;
  const passwordDigest = Buffer.from(proof.digest, 'base64url');
  const [amr, at] = [['pwd', ...proved], ctx.clock.now()];
  const secret = rememberedSecretOf(ctx.runtime, userId, attempt.remembered ?? []);
  const remembered = remembers ? ({ secret, as: 'new' } as const) : undefined;
  const browser = { replaces, device: attempt.device, remembered };
  const { nextHash } = proof;
  const login = { customerId, userId, amr, at, passwordDigest, upgradedHash: null, clientId, ...browser, nextHash };
  return (await start(ctx, login, null)) ?? reject(ctx, attempt, userId, 'changed_meanwhile');
}

/**
 * Adds the second factor to a session: redeems it, then gives the session a new secret. Returns that secret, or null if the
 * session or the factor is gone. A wrong code is `invalid` with WRONG_CODE, a wrong passkey with WRONG_PASSKEY.
 */
export async function stepUp(ctx: RequestContext, attempt: StepUpAttempt): Promise<string | null> {
  const { customerId, clientId, sessionId, userId, replaces: secret } = attempt;
  admitLogin(ctx, userId);
  const proved = secret === undefined ? null : await redeem(ctx, attempt);
  if (secret === undefined || !proved) return null;
  await countLogin(ctx, userId);
  ctx.runtime.get(Meter).listener?.steppedUp();
  // A remembered device only stood for the factor. `mfa` comes last.
  const before = attempt.amr.filter((name) => name !== REMEMBERED_DEVICE && name !== 'mfa');
  const amr = [...new Set([...before, ...proved])];
  return ctx.get(SessionService).stepUp({ customerId, sessionId, userId, secret, amr, clientId });
}

type Given = Place & { readonly userId: string; readonly factor: GivenFactor };

/** Redeems the second factor. Returns what it proves, or null if the user no longer has such a factor. */
async function redeem(ctx: RequestContext, given: Given): Promise<readonly string[] | null> {
  const { customerId, userId, device, factor } = given;
  if ('bound' in factor) return redeemPasskey(ctx, given, factor);
  try {
    await ctx.get(CodeService).spend({ customerId, userId, device }, factor.code, 'login', () => Promise.resolve());
    return OF_CODE;
  } catch (fault) {
    if (!(fault instanceof AppError) || fault.kind !== 'invalid') throw fault;
    await reject(ctx, given, userId, fault.code === 'WRONG_CODE' ? 'wrong_code' : 'changed_meanwhile');
    if (fault.code === 'WRONG_CODE') throw fault;
    return null;
  }
}

async function redeemPasskey(
  ctx: RequestContext,
  given: Given,
  { answer, bound }: Extract<GivenFactor, { readonly bound: string }>,
): Promise<readonly string[]> {
  const passkeys = ctx.get(PasskeyProofService);
  const passkey = answer && (await passkeys.find(given, answer));
  const proof = passkey ? await passkeys.prove(passkey, answer, bound) : ({ fault: 'unknown_passkey' } as const);
  if ('amr' in proof) return proof.amr;
  await ctx.get(Throttle).use('wrongPasskey');
  await reject(ctx, given, given.userId, proof.fault);
  if (proof.fault === 'unknown_passkey' || proof.fault === 'wrong_passkey') await tellOfFailedFactor(ctx, given);
  throw errorOf('WRONG_PASSKEY');
}

/** Records a failed login. */
export async function reject(
  ctx: RequestContext,
  { customerId, clientId }: Pick<Place, 'customerId' | 'clientId'>,
  userId: string | null,
  reason: string,
): Promise<null> {
  ctx.runtime.get(Meter).listener?.loginFailed(reason);
  await audit.recordNow(ctx, {
    action: 'login.failed',
    subjectType: 'user',
    // The typed address is not recorded: it may be a password in the wrong field.
    subjectId: userId ?? 'unknown',
    customerId,
    clientId,
    details: { reason, ...(clientId !== null && { clientId }) },
  });
  return null;
}
