import type { RequestContext } from '../../ground/kernel/context.ts';
import { sameText } from '../../ground/kernel/secret.ts';
import { User } from '../users/index.ts';
import { digestOf, type PasswordProof, type Place } from './login-attempt.ts';

const NEEDED = ['passwordHash', 'passwordChangedAt', 'temporaryPasswordAt', 'locale', 'customer'] as const;

/** The user whose password was proved. Null if the password has changed since, or the user is disabled. */
export async function findProved(
  ctx: RequestContext,
  { customerId, proof }: Pick<Place, 'customerId'> & { readonly proof: PasswordProof },
) {
  const where = { id: proof.userId, customerId, isActive: true };
  const user = await ctx.runtime.fork().findOne(User, where, { populate: NEEDED });
  return user && sameText(digestOf(user.passwordHash ?? ''), proof.digest) ? user : null;
}
