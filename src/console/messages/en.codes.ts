import type { TypeOf } from '../graph/graphql.ts';

/** Error codes for which the console has a better text than the server's, which is English, too. */
export const enCodes: Readonly<Partial<Record<TypeOf<'ErrorCode'>, string>>> = {
  VERSION_CONFLICT: 'Somebody has changed this meanwhile. Load it again: what you typed stays.',
  FORBIDDEN: 'You may not do this.',
  LAST_ADMINISTRATOR: 'This is the last administrator.',
  USER_EMAIL_TAKEN: 'Another user has this address.',
  USERNAME_TAKEN: 'Another user has this username.',
  GROUP_NAME_TAKEN: 'Another group has this name.',
  ORGANIZATION_NAME_TAKEN: 'Another organization has this name.',
  MAIL_NOT_CONFIGURED: 'The server cannot send mail.',
  USER_HAS_PASSWORD: 'The user has a password already.',
  REAUTHENTICATION_REQUIRED: 'This needs a fresh proof of who you are.',
  BUDGET_SPENT: 'Too many requests. Wait a moment.',
  SELECTION_DIFFERS: 'Meanwhile the filter finds others. Look at the list again.',
  IMPORT_STUCK: 'A part of the file failed again and again. The log of the server says why.',
  IMPORT_UNAUTHORIZED: 'Whoever uploaded the file may no longer create users.',
  PERSISTED_QUERY_NOT_FOUND: 'The server has another version of the console by now. Load the page again.',
};
