import { explained } from '../../ground/kernel/constraints.ts';
import { customerErrors } from './errors.ts';

/** What violations of the database's constraints mean. Constraints decide between simultaneous requests. */
export const explain = explained({
  customers_name_key: (cause) => customerErrors.CUSTOMER_NAME_TAKEN({ cause }),
  clients_pkey: (cause) => customerErrors.CLIENT_ID_TAKEN({ cause }),
});
