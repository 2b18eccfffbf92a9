import { viewerCan } from '../../../ground/kernel/graphql/module.ts';
import { attributePolicy } from '../attribute.policy.ts';

export const attributePermissions = [
  viewerCan('AttributeDefinition', {
    updateAttributeDefinition: ({ viewer }) => attributePolicy.define(viewer),
    deleteAttributeDefinition: ({ viewer }) => attributePolicy.define(viewer),
  }),
  viewerCan('Viewer', {
    readAttributeDefinitions: ({ viewer }) => attributePolicy.read(viewer),
    createAttributeDefinition: ({ viewer }) => attributePolicy.define(viewer),
  }),
];
