import DataLoader from 'dataloader';
import type { RequestContext } from '../../kernel/context.ts';
import { Customer } from './customer.entity.ts';

/** Customers by id. Callers may ask only for the viewer's own. */
export const customerLoader = ({ em }: RequestContext): DataLoader<string, Customer | null> =>
  new DataLoader(async (ids) => {
    const customers = await em.fork().find(Customer, { id: { $in: ids } });
    return ids.map((id) => customers.find((customer) => customer.id === id) ?? null);
  });
