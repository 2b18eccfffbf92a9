/**
 * The graph face of registrations: the initial access tokens of administrators. Clients register by OAuth.
 */
import type { GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { InitialAccessTokenResolver } from './initial-access-token.resolver.ts';
import { initialAccessTokenNode } from './initial-access-token.node.ts';
import { registrationPermissions } from './registration.permissions.ts';

export const registrationsGraph: GraphModule = {
  resolvers: [InitialAccessTokenResolver],
  nodes: [initialAccessTokenNode],
  permissions: registrationPermissions,
};
