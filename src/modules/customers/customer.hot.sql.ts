import { sql } from '../../kernel/database.ts';

/** Tells whether there is a customer. Every start asks before its first token, and does not wait for the ORM. */
export const anyCustomer = sql<{ readonly id: string }, object>('customers.any', 'select id from customers limit 1');
