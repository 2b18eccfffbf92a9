import DataLoader from 'dataloader';
import type { RequestContext } from '../../kernel/context.ts';
import { Branding } from './branding.entity.ts';

/** Brandings by the customer's id. Callers may ask only for the viewer's own. */
export const brandingLoader = ({ em }: RequestContext): DataLoader<string, Branding | null> =>
  new DataLoader(async (customerIds) => {
    const found = await em.fork().find(Branding, { customerId: { $in: customerIds } });
    return customerIds.map((id) => found.find(({ customerId }) => customerId === id) ?? null);
  });
