import { addressLane } from '../../ground/http/address.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { errorOf } from '../../ground/kernel/errors.ts';
import { hasTemporaryPassword, PasswordHasher, PasswordPolicy } from '../credentials/index.ts';
import { Throttle } from '../throttle/index.ts';
import { admitLogin, proceed, type LoginStep } from './login.service.ts';
import type { PasswordProof, Place } from './login-attempt.ts';
import { findProved } from './proved-user.ts';

/** A login whose temporary password was right. */
export interface TemporaryLogin extends Place {
  readonly proof: PasswordProof;
}

/** The user of such a login. Null if the password has changed since, or is none to replace. */
export async function findTemporary(ctx: RequestContext, of: Pick<TemporaryLogin, 'customerId' | 'proof'>) {
  const user = await findProved(ctx, of);
  return user && hasTemporaryPassword(user) ? user : null;
}

/**
 * Goes on with the login as if this were the password. It is stored when the session starts, so nothing changes for whoever
 * lacks the second factor. Null if the password has changed since it was proved. `invalid` with the policy's code, or with
 * PASSWORD_UNCHANGED for the temporary one.
 */
export async function chooseNewPassword(
  ctx: RequestContext,
  login: TemporaryLogin,
  password: string,
): Promise<LoginStep | null> {
  const { userId } = login.proof;
  admitLogin(ctx, userId);
  await ctx.get(Throttle).use('password', { account: userId });
  const user = await findTemporary(ctx, login);
  if (!user) return null;
  const turn = { lanes: [addressLane(ctx.origin)] };
  const { email, name, username = null, customer, emailVerified, mfaEnabled } = user;
  const owner = { email, name, username, customerName: customer.name };
  const accepted = await ctx.runtime.get(PasswordPolicy).read(password, owner, { turn });
  const hasher = ctx.runtime.get(PasswordHasher);
  if ((await hasher.verify(user.passwordHash!, accepted, turn)).matches) throw errorOf('PASSWORD_UNCHANGED');
  const nextHash = await hasher.hash(accepted, turn);
  const known = { userId, email, digest: login.proof.digest, mfaEnabled, emailVerified, isTemporary: true, nextHash };
  // Devices are forgotten with the password. None stands for the second factor.
  return proceed(ctx, { ...login, remembered: [] }, known, {
    authorizationFor: () => Promise.resolve(null),
    upgradedHash: null,
  });
}
