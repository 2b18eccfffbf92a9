import { explained } from '../../ground/kernel/constraints.ts';
import { organizationErrors } from './errors.ts';

/** What violations of the database's constraints mean. Constraints decide between simultaneous requests. */
export const explain = explained({
  organizations_customer_id_name_key: (cause) => organizationErrors.ORGANIZATION_NAME_TAKEN({ field: 'name', cause }),
});
