/**
 * The graph face of attributes: their definitions. `attributesResolver` makes the field with the values, of whatever has
 * attributes.
 */
import type { GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { AttributeDefinitionResolver } from './attribute.resolver.ts';
import { attributeDefinitionNode } from './attribute-definition.node.ts';
import { attributePermissions } from './attribute.permissions.ts';

export { AttributeInput, CREATED_ATTRIBUTES, GIVEN_ATTRIBUTES } from './attribute.type.ts';
export { attributesResolver } from './attributes.resolver.ts';

export const attributesGraph: GraphModule = {
  resolvers: [AttributeDefinitionResolver],
  nodes: [attributeDefinitionNode],
  permissions: attributePermissions,
};
