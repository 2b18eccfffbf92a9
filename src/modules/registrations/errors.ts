import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  CLIENT_REGISTRATION_OFF: ['forbidden', 'Clients cannot register themselves here. The operator can allow it.'],
  INITIAL_ACCESS_TOKEN_NOT_FOUND: ['not_found', 'The initial access token does not exist.'],
  INVALID_REDIRECT_URI: ['invalid', 'A redirect URI of the client to register is wrong, or not allowed.'],
  INVALID_CLIENT_METADATA: ['invalid', 'The client to register has metadata that is wrong, or not allowed.'],
  INVALID_SOFTWARE_STATEMENT: ['invalid', 'The software statement is not valid.'],
  UNAPPROVED_SOFTWARE_STATEMENT: ['invalid', 'The software statement is not one that the initial access token takes.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why clients are not registered. */
export const registrationErrors = errors('registrations', codes);
