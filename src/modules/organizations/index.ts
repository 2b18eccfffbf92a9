/**
 * Organizations: named parts of a customer that groups and users can belong to. The only writer of `organizations`. Groups
 * and users refer to one by its id, and the database makes sure that both belong to the same customer.
 */
export { ACTING_MAX, actingOrganizations, type ActingOrganization } from './acting-organization.ts';
export { organizationListing } from './organization.filter.ts';
export { Organization } from './organization.entity.ts';
export { NAME_MAX as ORGANIZATION_NAME_MAX } from './organization.input.ts';
export { organizationsByName, OrganizationService } from './organization.service.ts';
export { organizationPolicy } from './organization.policy.ts';
