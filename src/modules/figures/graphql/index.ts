/**
 * The graph face of figures: everything that a dashboard shows, each part read only when it is selected.
 */
import type { GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { FiguresResolver } from './figures.resolver.ts';
import { SigningKeysPermission, figuresPermissions } from './figures.permissions.ts';
import { ClientLoginsRelations } from './figures.relations.ts';

export const figuresGraph: GraphModule = {
  resolvers: [FiguresResolver, ClientLoginsRelations, SigningKeysPermission],
  permissions: figuresPermissions,
};
