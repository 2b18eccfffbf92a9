import { broken } from '../../ground/faults/index.ts';
import { explained } from '../../ground/kernel/constraints.ts';
import { errorOf } from '../../ground/kernel/errors.ts';
import { roleErrors } from './errors.ts';

export const nameTaken = (cause?: unknown) => roleErrors.ROLE_NAME_TAKEN({ field: 'name', cause });
export const noApi = (cause?: unknown) => roleErrors.UNKNOWN_API({ field: 'apiId', broken: broken('no_api'), cause });
export const noScope = (place: number) =>
  roleErrors.UNKNOWN_SCOPE({ field: `scopeIds.${place}`, broken: broken('no_api_scope') });
export const otherScope = (place: number) =>
  roleErrors.UNKNOWN_SCOPE({ field: `scopeIds.${place}`, broken: broken('other_api_scope') });
export const noOrganization = (cause?: unknown) =>
  errorOf('UNKNOWN_ORGANIZATION', { field: 'organizationId', broken: broken('no_organization'), cause });

/** What violations of the database's constraints mean. Constraints decide between simultaneous requests. */
export const explain = explained({
  roles_name_key: nameTaken,
  roles_customer_id_api_id_fkey: noApi,
  // Deleted between the check and the write.
  role_permissions_customer_id_scope_id_fkey: () => roleErrors.UNKNOWN_SCOPE(),
  role_assignments_customer_id_organization_id_fkey: noOrganization,
  role_assignments_customer_id_user_id_fkey: () => errorOf('USER_NOT_FOUND'),
  role_assignments_customer_id_group_id_fkey: () => errorOf('GROUP_NOT_FOUND'),
  role_assignments_customer_id_client_id_fkey: () => errorOf('CLIENT_NOT_FOUND'),
});
