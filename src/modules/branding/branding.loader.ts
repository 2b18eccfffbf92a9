import type { RequestContext } from '../../ground/kernel/context.ts';
import { Loader } from '../../ground/kernel/loader.ts';
import { Branding } from './branding.entity.ts';

/** Brandings by the customer's id. Callers may ask only for the viewer's own. */
export const brandingLoader = (ctx: RequestContext): Loader<string, Branding | null> =>
  new Loader(ctx, async (customerIds) => {
    const found = await ctx.em.fork().find(Branding, { customerId: { $in: customerIds } });
    return customerIds.map((id) => found.find(({ customerId }) => customerId === id) ?? null);
  });
