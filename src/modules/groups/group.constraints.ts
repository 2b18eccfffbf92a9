import { broken } from '../../ground/faults/index.ts';
import { explained } from '../../ground/kernel/constraints.ts';
import { errorOf } from '../../ground/kernel/errors.ts';
import { attributeMeanings } from '../attributes/index.ts';
import { groupErrors } from './errors.ts';

export const nameTaken = (cause?: unknown) => groupErrors.GROUP_NAME_TAKEN({ field: 'name', cause });
export const noOrganization = (cause?: unknown) =>
  errorOf('UNKNOWN_ORGANIZATION', {
    field: 'organizationId',
    broken: broken('no_organization'),
    cause,
  });

/** What violations of the database's constraints mean. Constraints decide between simultaneous requests. */
export const explain = explained({
  ...attributeMeanings,
  groups_customer_id_name_key: nameTaken,
  groups_customer_id_organization_id_fkey: noOrganization,
  group_nestings_self_check: () => groupErrors.GROUP_IN_ITSELF(),
  group_nestings_cycle_check: () => groupErrors.GROUP_IN_ITSELF(),
  group_nestings_depth_check: () => groupErrors.GROUPS_TOO_DEEP(),
  // Deleted between the check and the write.
  group_nestings_customer_id_group_id_fkey: () => groupErrors.GROUP_NOT_FOUND(),
  group_nestings_customer_id_member_id_fkey: () => groupErrors.GROUP_NOT_FOUND(),
  memberships_customer_id_group_id_fkey: () => groupErrors.GROUP_NOT_FOUND(),
  memberships_customer_id_user_id_fkey: () => errorOf('USER_NOT_FOUND'),
});
