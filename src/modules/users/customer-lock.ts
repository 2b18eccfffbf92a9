import { raw } from '@mikro-orm/postgresql';

// A transaction that adds or removes users, or changes what a customer's row counts of them, locks that row before any
// user's. Two transactions that locked the same rows in another order would wait for each other.

/** A condition, always true, for the query that finds users: PostgreSQL locks the customer's row before it reads a user. */
export const customerLocked = (customerId: string): object => ({
  [raw(
    '(with customer as materialized (select from customers where id = ? for no key update) select count(*) from customer) = 1',
    [customerId],
  )]: [],
});

/**
 * A condition for what is found by another index than the one that lists a customer's users. PostgreSQL would read all of
 * them if its statistics are old.
 */
export const withinCustomer = (customerId: string): object => ({
  [raw((user) => `${user}.customer_id is not distinct from ?`, [customerId])]: [],
});
