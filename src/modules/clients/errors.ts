import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  CLIENT_NOT_FOUND: ['not_found', 'The client does not exist.'],
  CLIENT_HAS_NO_SECRET: ['invalid', 'This client has no secret to rotate.'],
  TOO_MANY_CLIENTS: ['conflict', 'You have the maximum number of clients. Delete one first.'],
  MEMBER_CLIENTS_OFF: [
    'forbidden',
    'Members cannot register clients here. To register a client of the customer, use a token with the scope write.',
  ],
  BEYOND_OWN_RIGHTS: ['forbidden', 'The client has, or would have, a right that you lack. The message names it.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why a client is not found, created or changed. */
export const clientErrors = errors('clients', codes);
