/**
 * One-time links, sent by mail: invitations, proofs of an address, forgotten passwords and changes of address. Owns the
 * links, the invitations and the requests of those who forgot their password, and what using a link does. Accounts have
 * links sent to those they make, the interaction's pages take them, `mail` brings them. A change of a password, an
 * address, a role or a factor voids links by a trigger, so that whoever makes it does not have to know of them. Nothing
 * here signs anybody in, so no second factor is passed by.
 */
export { EmailChangeResolver } from './email-change.resolver.ts';
export { InvitationResolver } from './invitation.resolver.ts';
export { InvitationService, readApplicationUrl } from './invitation.service.ts';
export { LinkService } from './link.service.ts';
export type { LinkTarget } from './link.hot.sql.ts';
export { RecoveryResolver } from './recovery.resolver.ts';
export { RecoveryService, sendFirstVerificationLink } from './recovery.service.ts';
export { startRecoveryWorker } from './recovery.worker.ts';
export { sweepLinks } from './link.sweep.ts';
