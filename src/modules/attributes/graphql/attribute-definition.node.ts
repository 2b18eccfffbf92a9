import { node } from '../../../ground/kernel/graphql/node.ts';
import { AttributeDefinition } from '../attribute-definition.entity.ts';
import { AttributeDefinitionService } from '../attribute-definition.service.ts';
import { AttributeDefinitionType } from './attribute.type.ts';

export const attributeDefinitionNode = node('AttributeDefinition', {
  type: AttributeDefinitionType,
  entity: AttributeDefinition,
  subject: 'attribute_definition',
  isCustomers: true,
  find: (ctx, id) => ctx.get(AttributeDefinitionService).find(id),
});
