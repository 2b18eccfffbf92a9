import type { RequestContext } from '../../ground/kernel/context.ts';
import { Loader } from '../../ground/kernel/loader.ts';
import { Customer } from './customer.entity.ts';

/** Customers by id. Callers may ask only for the viewer's own. */
export const customerLoader = (ctx: RequestContext): Loader<string, Customer | null> =>
  new Loader(ctx, async (ids) => {
    const customers = await ctx.em.fork().find(Customer, { id: { $in: ids } });
    return ids.map((id) => customers.find((customer) => customer.id === id) ?? null);
  });
