/**
 * The graph face of consents: those of a user, and how they are revoked.
 * `clients` adds those of a client.
 */
import type { GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { ConsentResolver, UserConsentsResolver } from './consent.resolver.ts';
import { consentNode } from './consent.node.ts';
import { consentPermissions } from './consent.permissions.ts';
import { ConsentRelations } from './consent.relations.ts';

export { ConsentConnection, ConsentType } from './consent.type.ts';

export const consentsGraph: GraphModule = {
  resolvers: [ConsentResolver, UserConsentsResolver, ConsentRelations],
  nodes: [consentNode],
  permissions: consentPermissions,
};
