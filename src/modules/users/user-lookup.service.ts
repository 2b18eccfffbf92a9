import type { RequestContext } from '../../kernel/context.ts';
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
