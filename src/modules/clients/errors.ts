import { errors, type Declared } from '../../kernel/errors.ts';

const codes = {
  CLIENT_NOT_FOUND: ['not_found', 'No such client.'],
  CLIENT_HAS_NO_SECRET: ['invalid', 'This client has no secret to rotate.'],
  TOO_MANY_CLIENTS: ['conflict', 'You have as many clients as you may have.'],
  MEMBER_CLIENTS_OFF: [
    'forbidden',
    'Users register no applications of their own here; the customer’s take the scope write to administer.',
  ],
  BEYOND_OWN_RIGHTS: ['forbidden', 'This takes a right of your own that you lack; the message names it.'],
} as const;
declare module '../../kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why a client is not found, made or changed. */
export const clientErrors = errors('clients', codes);
