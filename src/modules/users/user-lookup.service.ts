import { LockMode, type EntityManager, type Loaded } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { customerLocked, withinCustomer } from './customer-lock.ts';
import { userErrors } from './errors.ts';
import { emailKey } from './user-email.ts';
import { User } from './user.entity.ts';
import { userPolicy } from './user.policy.ts';

/** The user of the viewer's customer with this address, in any spelling. `USER_NOT_FOUND` if there is none. */
export async function userByEmail(ctx: RequestContext, email: string): Promise<User> {
  const { customerId } = userPolicy.read(ctx.viewer);
  const user = await ctx.em.fork().findOne(User, { customerId, emailKey: emailKey(email) });
  if (!user) throw userErrors.USER_NOT_FOUND();
  return user;
}

/** The users who have these addresses, locked, by the addresses' keys. The customer's row is locked before them. */
export async function lockUsersByEmail(
  em: EntityManager,
  customerId: string,
  keys: readonly string[],
  also: readonly 'attributes'[] = [],
): Promise<ReadonlyMap<string, Loaded<User, 'passwordHash' | 'selfRegistered'>>> {
  const users = await em.find(
    User,
    { emailKey: { $in: [...keys] }, ...withinCustomer(customerId), ...customerLocked(customerId) },
    {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      orderBy: { id: 'asc' },
      populate: ['passwordHash', 'selfRegistered', ...also],
      disableIdentityMap: true,
    },
  );
  return new Map(users.map((user) => [user.emailKey, user]));
}
