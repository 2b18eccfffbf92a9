import { signedIn } from '../../../ground/kernel/access.ts';
import { node } from '../../../ground/kernel/graphql/node.ts';
import { Customer } from '../customer.entity.ts';
import { customerLoader } from '../customer.loader.ts';
import { CustomerType } from './customer.type.ts';

export const customerNode = node('Customer', {
  type: CustomerType,
  entity: Customer,
  subject: 'customer',
  find: async (ctx, id) => {
    const { customerId } = signedIn(ctx.viewer);
    return id.toLowerCase() === customerId ? ctx.loader(customerLoader).load(customerId) : null;
  },
});
