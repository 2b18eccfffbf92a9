import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  MAIL_NOT_FOUND: ['not_found', 'No such mail.'],
  MAIL_NOT_DEAD: ['conflict', 'Only a dead mail can be sent again.'],
  MAIL_NOT_CONFIGURED: ['unavailable', 'This server cannot send mail.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** The errors of mails. */
export const mailErrors = errors('mail', codes);
