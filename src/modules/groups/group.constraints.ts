import { explained } from '../../kernel/constraints.ts';
import { errorOf } from '../../kernel/errors.ts';
import { groupErrors } from './errors.ts';

/** What the database's constraints mean: of two who ask at once, they decide. */
export const explain = explained({
  groups_customer_id_name_key: (cause) => groupErrors.GROUP_NAME_TAKEN({ field: 'name', cause }),
  groups_customer_id_organization_id_fkey: (cause) =>
    errorOf('UNKNOWN_ORGANIZATION', {
      message: 'No such organization (organizationId).',
      field: 'organizationId',
      cause,
    }),
  // Deleted between the look and the write: to the caller, it was not there.
  memberships_customer_id_group_id_fkey: () => groupErrors.GROUP_NOT_FOUND(),
  memberships_customer_id_user_id_fkey: () => errorOf('USER_NOT_FOUND'),
});
