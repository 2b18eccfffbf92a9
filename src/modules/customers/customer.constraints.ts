import { explained } from '../../kernel/constraints.ts';
import { customerErrors } from './errors.ts';

/** What the database's constraints mean: of two who ask at once, they decide. */
export const explain = explained({
  customers_name_key: (cause) => customerErrors.CUSTOMER_NAME_TAKEN({ cause }),
  clients_pkey: (cause) => customerErrors.CLIENT_ID_TAKEN({ cause }),
});
