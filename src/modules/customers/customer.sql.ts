import { sql } from '../../kernel/database.ts';
import type { Customer } from './customer.entity.ts';

/** A customer as its own people see it. */
export type CustomerRow = Pick<Customer, 'id' | 'name' | 'createdAt'>;

/** $1 id. */
export const customerById = sql<CustomerRow>(
  'customers.by-id',
  'select id, name, created_at as "createdAt" from customers where id = $1',
);
