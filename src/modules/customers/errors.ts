import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  CUSTOMER_NAME_TAKEN: ['conflict', 'A customer with this name already exists.'],
  CUSTOMER_NOT_FOUND: ['not_found', 'No such customer.'],
  CLIENT_ID_TAKEN: ['conflict', 'A client with this id already exists.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why a customer is not found, created or changed. */
export const customerErrors = errors('customers', codes);
