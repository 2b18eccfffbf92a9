/**
 * The graph face of customers: the viewer's customer, its settings, and whom it requires a second factor of.
 */
import { viewerCan, type GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { customerPolicy } from '../customer.policy.ts';
import { CustomerResolver } from './customer.resolver.ts';
import { SecondFactorResolver } from './second-factor.resolver.ts';
import { customerNode } from './customer.node.ts';

export { CustomerType } from './customer.type.ts';

export const customersGraph: GraphModule = {
  resolvers: [CustomerResolver, SecondFactorResolver],
  nodes: [customerNode],
  permissions: [viewerCan('Customer', { updateCustomer: ({ viewer }) => customerPolicy.write(viewer) })],
};
