import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  SESSION_REQUEST_FOREIGN: [
    'forbidden',
    'A browser’s session is accepted only from pages of this server, and not by GET.',
  ],
  REMEMBERED_DEVICE_NOT_FOUND: ['not_found', 'The device is not remembered.'],
  SESSION_NOT_FOUND: ['not_found', 'The session does not exist.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** The errors of operations on sessions. */
export const sessionErrors = errors('sessions', codes);
