/**
 * The graph face of sessions: sessions and remembered devices, those of the viewer and of a user, and how they are ended.
 */
import type { GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { RememberedDeviceResolver, UserRememberedDevicesResolver } from './remembered-device.resolver.ts';
import { SessionResolver, UserSessionsResolver } from './session.resolver.ts';
import { rememberedDeviceNode } from './remembered-device.node.ts';
import { sessionNode } from './session.node.ts';
import { sessionPermissions } from './session.permissions.ts';
import { SessionRelations } from './session.relations.ts';

export { SessionType } from './session.type.ts';

export const sessionsGraph: GraphModule = {
  resolvers: [
    SessionResolver,
    UserSessionsResolver,
    RememberedDeviceResolver,
    UserRememberedDevicesResolver,
    SessionRelations,
  ],
  nodes: [sessionNode, rememberedDeviceNode],
  permissions: sessionPermissions,
};
