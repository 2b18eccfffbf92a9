import { explained } from '../../kernel/constraints.ts';
import { organizationErrors } from './errors.ts';

/** What the database's constraints mean: of two who ask at once, they decide. */
export const explain = explained({
  organizations_customer_id_name_key: (cause) => organizationErrors.ORGANIZATION_NAME_TAKEN({ field: 'name', cause }),
});
