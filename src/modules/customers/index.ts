/**
 * Customers, the tenants. Made at bootstrap and by the command line only; every other module's rows carry the
 * customer's id, and composite foreign keys keep them apart.
 */
export { Customer } from './customer.entity.ts';
export { findCustomers, isEmpty } from './customer-lookup.service.ts';
export { createCustomer, type CustomerCredentials } from './customer.service.ts';
export { CustomerType } from './customer.type.ts';
