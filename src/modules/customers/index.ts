/**
 * Customers, the tenants. Made at bootstrap and by the command line only; every other module's rows carry the
 * customer's id, and composite foreign keys keep them apart.
 */
export { Customer } from './customer.entity.ts';
export { findCustomers } from './customer-lookup.service.ts';
export { createCustomer, isEmpty, type CustomerCredentials } from './customer.service.ts';
export { customerById, type CustomerRow } from './customer.sql.ts';
export { CustomerType } from './customer.type.ts';
