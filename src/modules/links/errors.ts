import { errors, type Declared } from '../../kernel/errors.ts';

const codes = {
  INVITATION_NOT_FOUND: ['not_found', 'No such invitation.'],
  INVITATION_CLOSED: ['conflict', 'The invitation has been accepted or revoked; the message says which.'],
  USER_DISABLED: ['conflict', 'This user is disabled.'],
  USER_HAS_PASSWORD: ['conflict', 'This user has a password already; a reset link lets them set another.'],
  EMAIL_ALREADY_VERIFIED: ['conflict', 'This address has been verified already.'],
} as const;
declare module '../../kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why a link is not sent, and an invitation not changed. */
export const linkErrors = errors('links', codes);
