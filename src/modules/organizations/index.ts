/** Organizations: named parts of a customer that groups and users can be scoped to. */
export { Organization } from './organization.entity.ts';
