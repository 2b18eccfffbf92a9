/**
 * The graph face of clients: their fields and secrets, changes of one and of many, and the clients of groups, sessions and
 * consents.
 */
import type { GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { ClientBulkResolver } from './client-bulk.resolver.ts';
import {
  ApiClientsResolver,
  ApiScopeClientsResolver,
  ClientApiScopesResolver,
  ConsentClientResolver,
  ClientConsentsResolver,
  GroupClientsResolver,
  SessionClientsResolver,
} from './client-use.resolver.ts';
import { ClientResolver, ClientAttributesResolver } from './client.resolver.ts';
import { clientNode } from './client.node.ts';
import { ClientScopesResolver, clientPermissions } from './client.permissions.ts';
import { ClientRelations, ClientResultRelations } from './client.relations.ts';

export { ofDetailsTypes } from './client.input.ts';
export { AuthMethodEnum, GrantTypeEnum } from './client-token.type.ts';
export { ClientEdge, ClientType, ClientPayload } from './client.type.ts';

export const clientsGraph: GraphModule = {
  resolvers: [
    ClientResolver,
    ClientBulkResolver,
    ClientAttributesResolver,
    ApiClientsResolver,
    ApiScopeClientsResolver,
    ClientApiScopesResolver,
    ConsentClientResolver,
    ClientConsentsResolver,
    GroupClientsResolver,
    SessionClientsResolver,
    ClientRelations,
    ClientResultRelations,
    ClientScopesResolver,
  ],
  nodes: [clientNode],
  permissions: clientPermissions,
};
