import { isUuid } from '../../ground/kernel/ids.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { normalForm } from '../../ground/kernel/text.ts';
import { Customer, type PasswordSignIn } from './customer.entity.ts';
import { anyCustomer } from './customer.hot.sql.ts';

/** The customers with this id or name, or all customers if none is given. Returns two at most: two mean several. */
export function findCustomers(runtime: Runtime, idOrName?: string): Promise<Customer[]> {
  const called = idOrName === undefined ? undefined : normalForm(idOrName).trim();
  const where = called === undefined ? {} : { $or: [{ name: called }, ...(isUuid(called) ? [{ id: called }] : [])] };
  return runtime.fork().find(Customer, where, { orderBy: { id: 'asc' }, limit: 2 });
}

/** The customers with these ids. */
export const findCustomersById = (runtime: Runtime, ids: readonly string[]): Promise<Customer[]> =>
  runtime.fork().find(Customer, { id: { $in: [...ids] } }, { orderBy: { name: 'asc' } });

/** Whom passwords sign in at this customer. */
export async function passwordSignInOf(runtime: Runtime, customerId: string): Promise<PasswordSignIn> {
  const customer = await runtime.fork().findOne(Customer, customerId, { fields: ['passwordSignIn'] });
  return customer?.passwordSignIn ?? 'allowed';
}

/** Whether the database has no customer yet. */
export const isEmpty = async (runtime: Runtime): Promise<boolean> =>
  (await runtime.db.first(anyCustomer, {})) === undefined;
