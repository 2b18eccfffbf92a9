/**
 * Organizations: named parts of a customer that groups and users can be scoped to. The only writer of `organizations`;
 * groups and users name one by its id, and the database holds both to the same customer.
 */
export { Organization } from './organization.entity.ts';
export { GroupOrganizationResolver, OrganizationResolver, UserOrganizationResolver } from './organization.resolver.ts';
export { OrganizationService } from './organization.service.ts';
