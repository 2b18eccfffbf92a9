import { sql } from '../../kernel/database.ts';
import type { Runtime } from '../../kernel/runtime.ts';

/** What tells a customer from the others. */
export interface KnownCustomer {
  readonly id: string;
  readonly name: string;
}

const customersCalled = sql<KnownCustomer>(
  'customers.called',
  'select id, name from customers where $1::text is null or id::text = lower($1) or name = $1 order by id limit 2',
);

/** The customers of this id or name, all of them without one; no more than two, which is to say several. */
export const findCustomers = ({ db }: Runtime, idOrName?: string): Promise<KnownCustomer[]> =>
  db.rows(customersCalled, [idOrName?.normalize('NFC').trim() ?? null]);
