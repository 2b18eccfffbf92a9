import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { CustomerType } from '../../modules/customers/graphql/index.ts';
import { customerLoader } from '../../modules/customers/index.ts';
import { nodes } from './nodes.ts';

/** The customer of what has a `customerId`. It is the viewer's own. */
export const customerResolvers = nodes
  .filter(({ isCustomers }) => isCustomers)
  .map(({ type }) => {
    @Resolver(() => type)
    class CustomerRelation {
      @FieldResolver(() => CustomerType, { description: 'The customer that it belongs to.' })
      customer(@Root() { customerId }: { readonly customerId: string }, @Ctx() ctx: RequestContext) {
        return ctx.loader(customerLoader).load(customerId);
      }
    }
    return CustomerRelation;
  });
