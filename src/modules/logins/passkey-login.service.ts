import type { RequestContext } from '../../ground/kernel/context.ts';
import { PasskeyProofService, type KnownPasskey, type PasskeyAnswer } from '../mfa/index.ts';
import { Throttle } from '../throttle/index.ts';
import {
  admitLogin,
  countLogin,
  reject,
  requiresVerifiedEmail,
  start,
  type LoginAttempt,
  type LoginStep,
} from './login.service.ts';
import type { Place } from './login-attempt.ts';

/** A user who has a passkey. */
export interface PasskeyAccount {
  readonly passkey: KnownPasskey;
  readonly email: string;
  readonly isActive: boolean;
  readonly emailVerified: boolean;
}

/** An attempt to sign in by a passkey alone. */
export interface PasskeyAttempt extends Pick<LoginAttempt, 'authorizationFor'>, Place {
  readonly answer: PasskeyAnswer;
  /** The customer's user whose passkey answers. */
  readonly account: PasskeyAccount | null;
  /** What the challenge was made for. */
  readonly bound: string;
}

/**
 * Signs a user in by a passkey, which proves two factors: the key, and what its device verified the user by. Returns null
 * if the login fails. The audit trail has the reason.
 */
export async function logInByPasskey(ctx: RequestContext, attempt: PasskeyAttempt): Promise<LoginStep | null> {
  const { account, answer, bound, customerId, clientId, replaces, device, authorizationFor } = attempt;
  const refuse = async (userId: string | null, reason: string): Promise<null> => {
    await ctx.get(Throttle).use('wrongPasskey');
    return reject(ctx, attempt, userId, reason);
  };
  if (!account) return refuse(null, 'unknown_passkey');
  const { passkey, email, isActive, emailVerified } = account;
  const { userId } = passkey;
  // WebAuthn §7.2, step 6: nobody was named before, so the answer has to say whose the passkey is.
  if (!answer.response.userHandle) return refuse(userId, 'wrong_passkey');
  admitLogin(ctx, userId);
  const proof = await ctx.get(PasskeyProofService).prove(passkey, answer, bound);
  if ('fault' in proof) return refuse(userId, proof.fault);
  if (!isActive) return refuse(userId, 'disabled');
  if (!emailVerified && requiresVerifiedEmail(ctx.settings)) {
    await countLogin(ctx, userId);
    await reject(ctx, attempt, userId, 'email_unverified');
    return { step: 'unverified_email', userId, email, proof: null };
  }
  const { amr } = proof;
  const at = ctx.clock.now();
  const unchanged = { passwordDigest: null, upgradedHash: null };
  const started = await start(
    ctx,
    { customerId, userId, amr, at, ...unchanged, clientId, replaces, device },
    await authorizationFor(amr, at),
  );
  return started ? { step: 'session', userId, ...started } : reject(ctx, attempt, userId, 'changed_meanwhile');
}
