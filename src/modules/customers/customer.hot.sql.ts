import { sql } from '../../ground/kernel/database.ts';

/** Hot path: tells whether there is a customer, before the first token of every start, which does not wait for the ORM. */
export const anyCustomer = sql<{ readonly id: string }, object>('customers.any', 'select id from customers limit 1');
