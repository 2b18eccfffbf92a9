import { isUuid } from '../../kernel/ids.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { Customer } from './customer.entity.ts';

/** The customers of this id or name, all of them without one; no more than two, which is to say several. */
export function findCustomers(runtime: Runtime, idOrName?: string): Promise<Customer[]> {
  const called = idOrName?.normalize('NFC').trim();
  const where = called === undefined ? {} : { $or: [{ name: called }, ...(isUuid(called) ? [{ id: called }] : [])] };
  return runtime.fork().find(Customer, where, { orderBy: { id: 'asc' }, limit: 2 });
}

/** Whether the database holds no customer yet. */
export const isEmpty = async (runtime: Runtime): Promise<boolean> =>
  (await runtime.fork().find(Customer, {}, { limit: 1 })).length === 0;
