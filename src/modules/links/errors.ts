import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  INVITATION_NOT_FOUND: ['not_found', 'No such invitation.'],
  INVITATION_CLOSED: ['conflict', 'The invitation was accepted or revoked. The message says which.'],
  USER_DISABLED: ['conflict', 'This user is disabled.'],
  USER_HAS_PASSWORD: ['conflict', 'This user already has a password. Send a password reset link instead.'],
  EMAIL_ALREADY_VERIFIED: ['conflict', 'This address is already verified.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** The errors of links and invitations. */
export const linkErrors = errors('links', codes);
