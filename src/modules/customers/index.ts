/**
 * Customers, the tenants. Only the bootstrap and the command line create them, and
 * administrators change their settings. The rows of every other module have the
 * customer's id, and composite foreign keys prevent references between customers.
 */
export { Customer, type PasswordSignIn } from './customer.entity.ts';
export { findCustomers, findCustomersById, isEmpty, passwordSignInOf } from './customer-lookup.service.ts';
export { customerLoader } from './customer.loader.ts';
export { createCustomer, type CustomerCredentials } from './customer.service.ts';
export { OperatorCustomer } from './operator.ts';
export { customerErrors } from './errors.ts';
