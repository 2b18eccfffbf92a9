/**
 * The graph face of logouts: the messages to clients, which administrators read, and send again.
 */
import type { GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { LogoutDeliveryResolver } from './logout-delivery.resolver.ts';
import { logoutDeliveryNode } from './logout-delivery.node.ts';
import { logoutDeliveryPermissions } from './logout-delivery.permissions.ts';
import { LogoutDeliveryRelations } from './logout-delivery.relations.ts';

export const logoutsGraph: GraphModule = {
  resolvers: [LogoutDeliveryResolver, LogoutDeliveryRelations],
  nodes: [logoutDeliveryNode],
  permissions: logoutDeliveryPermissions,
};
