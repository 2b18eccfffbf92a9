/**
 * Customers, the tenants. Only the bootstrap and the command line create them. The rows of every other module have the
 * customer's id, and composite foreign keys prevent references between customers.
 */
export { Customer } from './customer.entity.ts';
export { findCustomers, findCustomersById, isEmpty } from './customer-lookup.service.ts';
export { customerLoader } from './customer.loader.ts';
export { createCustomer, type CustomerCredentials } from './customer.service.ts';
export { CustomerType } from './customer.type.ts';
