import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  IMPERSONATION_OFF: [
    'forbidden',
    'The customer does not let you act as a user, or not through this client: see `impersonation` of the customer, and `allowsImpersonation` of the client.',
  ],
  NOT_TO_IMPERSONATE: [
    'forbidden',
    'There is no such user whom an administrator may act as: a member of the same customer, who is active and has allowed the client what it needs.',
  ],
  IMPERSONATION_NOT_FOUND: ['not_found', 'No administrator acts as you with this id any more.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why an administrator cannot act as a user. */
export const impersonationErrors = errors('impersonations', codes);
