import { sql } from '../../kernel/database.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Runtime } from '../../kernel/runtime.ts';

/** What tells a customer from the others. */
export interface KnownCustomer {
  readonly id: string;
  readonly name: string;
}

const customersCalled = sql<KnownCustomer>(
  'customers.called',
  'select id, name from customers where $1::text is null or name = $1 or id = $2::uuid order by id limit 2',
);

/** The customers of this id or name, all of them without one; no more than two, which is to say several. */
export const findCustomers = ({ db }: Runtime, idOrName?: string): Promise<KnownCustomer[]> => {
  const called = idOrName?.normalize('NFC').trim() ?? null;
  return db.rows(customersCalled, [called, called !== null && isUuid(called) ? called : null]);
};
