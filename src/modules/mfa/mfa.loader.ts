import DataLoader from 'dataloader';
import { signedIn } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { TotpFactor } from './totp-factor.entity.ts';

/** The second factors that users of the viewer's customer have enrolled, one query a tick. */
export const mfaMethodLoader = (ctx: RequestContext): DataLoader<string, string[]> => {
  const { customerId } = signedIn(ctx.viewer);
  return new DataLoader(async (ids) => {
    const where = { customerId, userId: { $in: [...ids] } };
    const factors = await ctx.em.fork().find(TotpFactor, where, { fields: ['userId'] });
    const users = new Set(factors.map(({ userId }) => userId));
    return ids.map((id) => (users.has(id) ? ['totp'] : []));
  });
};
