import type { RequestContext } from '../../ground/kernel/context.ts';
import { hasTemporaryPassword } from '../credentials/index.ts';
import { admitLogin, proceed, reject, start, type LoginStep, type StartedLogin } from './login.service.ts';
import type { PasswordProof, Place } from './login-attempt.ts';
import { findProved } from './proved-user.ts';

/**
 * Goes on with the login of a user who has just used a link of a mail, and whose password was given or chosen in the same
 * browser. It asks for all that any login asks for after the password. The link stands for nothing, and neither does a
 * remembered device. Null if something has changed meanwhile.
 */
export async function logInAfterLink(
  ctx: RequestContext,
  place: Omit<Place, 'remembered'>,
  proof: PasswordProof,
): Promise<LoginStep | null> {
  const { userId } = proof;
  admitLogin(ctx, userId);
  const user = await findProved(ctx, { customerId: place.customerId, proof });
  if (!user) return reject(ctx, place, userId, 'changed_meanwhile');
  const { email, mfaEnabled, emailVerified } = user;
  const known = { ...proof, email, mfaEnabled, emailVerified, isTemporary: hasTemporaryPassword(user) };
  return proceed(ctx, place, known, {
    authorizationFor: () => Promise.resolve(null),
    upgradedHash: null,
  });
}

/** RFC 8176 has no name for a link. It is no password, and no factor. */
const OF_LINK = 'link';

/**
 * Signs in the administrator who has used the link that the first start of a development server has printed. Null if the
 * account lacks a second factor or the code of a mail by now: the link stands for neither.
 */
export async function logInByFirstLink(
  ctx: RequestContext,
  place: Omit<Place, 'remembered'>,
  userId: string,
): Promise<StartedLogin | null> {
  const unchanged = { passwordDigest: null, upgradedHash: null };
  const login = { ...place, userId, amr: [OF_LINK], at: ctx.clock.now(), ...unchanged };
  return (await start(ctx, login, null)) ?? reject(ctx, place, userId, 'changed_meanwhile');
}
