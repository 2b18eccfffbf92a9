/**
 * How people get into their accounts other than by signing in: invitations, signing up, and the one-time links that
 * activate an account, prove an address, set a forgotten password or change an address. Owns the links and what using
 * one does; the only writer of passwords and addresses after a user is made. The users' module makes the users, `mail`
 * brings the links, the interaction's pages take them; nothing here signs anybody in, so no second factor is passed by.
 */
export { AccountService } from './account.service.ts';
export { AccountResolver } from './account.resolver.ts';
export { EmailChangeResolver } from './email-change.resolver.ts';
export { Invitation } from './invitation.entity.ts';
export { InvitationResolver } from './invitation.resolver.ts';
export { LinkService } from './link.service.ts';
export type { LinkTarget } from './link.sql.ts';
export { OneTimeLink } from './one-time-link.entity.ts';
export { OwnPasswordService } from './own-password.service.ts';
export { setPassword } from './password-set.service.ts';
export { RecoveryRequest } from './recovery-request.entity.ts';
export { RecoveryResolver } from './recovery.resolver.ts';
export { RecoveryService } from './recovery.service.ts';
export { startRecoveryWorker } from './recovery.worker.ts';
