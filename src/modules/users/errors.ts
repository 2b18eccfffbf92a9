import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  USER_NOT_FOUND: ['not_found', 'No such user.'],
  UNKNOWN_USER: ['invalid', 'The input names a user who does not exist.'],
  USER_EMAIL_TAKEN: ['conflict', 'A user with this email already exists.'],
  USERNAME_TAKEN: ['conflict', 'A user with this username already exists.'],
  EMAIL_UNPROVED: [
    'forbidden',
    'Whoever signs up has to verify the email address before they register applications or add passkeys.',
  ],
  SELF_DELETION_OFF: ['forbidden', 'The customer does not let users delete their accounts. Ask an administrator.'],
  LAST_ADMINISTRATOR: ['conflict', 'The customer’s last active administrator must remain one.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why a user is not found, created or changed. */
export const userErrors = errors('users', codes);
