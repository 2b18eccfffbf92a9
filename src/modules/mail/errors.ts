import { errors, type Declared } from '../../kernel/errors.ts';

const codes = {
  MAIL_NOT_FOUND: ['not_found', 'No such mail.'],
  MAIL_NOT_DEAD: ['conflict', 'Only a mail that could not be sent is sent again.'],
  MAIL_NOT_CONFIGURED: ['unavailable', 'This server has no way to send mail.'],
} as const;
declare module '../../kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why no mail is sent. */
export const mailErrors = errors('mail', codes);
