import { node } from '../../../ground/kernel/graphql/node.ts';
import { Organization } from '../organization.entity.ts';
import { OrganizationService } from '../organization.service.ts';
import { OrganizationType } from './organization.type.ts';

export const organizationNode = node('Organization', {
  type: OrganizationType,
  entity: Organization,
  subject: 'organization',
  isCustomers: true,
  find: (ctx, id) => ctx.get(OrganizationService).find(id),
});
