/**
 * The graph face of imports: what is imported and how far, the faults of rows, and the operations that begin, cancel and
 * delete an import. The file itself goes by HTTP.
 */
import type { GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { UserImportResolver } from './user-import.resolver.ts';
import { userImportNode } from './user-import.node.ts';
import { userImportPermissions } from './user-import.permissions.ts';
import { UserImportRelations } from './user-import.relations.ts';

export const importsGraph: GraphModule = {
  resolvers: [UserImportResolver, UserImportRelations],
  nodes: [userImportNode],
  permissions: userImportPermissions,
};
