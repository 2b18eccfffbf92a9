/**
 * The graph face of users: their fields, as far as the viewer sees them, and changes of one and of many.
 */
import type { GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { UserBulkResolver } from './user-bulk.resolver.ts';
import { UserResolver, UserAttributesResolver } from './user.resolver.ts';
import { userNode } from './user.node.ts';
import { UserFieldsResolver, userPermissions } from './user.permissions.ts';
import { UserResultRelations } from './user.relations.ts';

export { UserSelectionInput, UsersPayload } from './user-bulk.type.ts';
export { CreateUserInput, CreateUsersPayload } from './user-change.type.ts';
export { UserPayload, UserType } from './user.type.ts';

export const usersGraph: GraphModule = {
  resolvers: [UserResolver, UserBulkResolver, UserAttributesResolver, UserResultRelations, UserFieldsResolver],
  nodes: [userNode],
  permissions: userPermissions,
};
