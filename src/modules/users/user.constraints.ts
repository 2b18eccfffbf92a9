import { broken } from '../../ground/faults/index.ts';
import { explained } from '../../ground/kernel/constraints.ts';
import { errorOf } from '../../ground/kernel/errors.ts';
import { attributeMeanings } from '../attributes/index.ts';
import { userErrors } from './errors.ts';

export const usernameTaken = (cause?: unknown) => userErrors.USERNAME_TAKEN({ field: 'username', cause });
export const noOrganization = (cause?: unknown) =>
  errorOf('UNKNOWN_ORGANIZATION', {
    field: 'organizationId',
    broken: broken('no_organization'),
    cause,
  });

/** What the database's constraints mean. They decide, whatever was looked up before. */
export const explain = explained({
  ...attributeMeanings,
  users_customer_id_username_key: usernameTaken,
  users_customer_id_organization_id_fkey: noOrganization,
  users_administrator_check: (cause) => userErrors.LAST_ADMINISTRATOR({ cause }),
});
