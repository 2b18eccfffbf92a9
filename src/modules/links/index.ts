/**
 * One-time links that are sent by mail: invitations, verification of an address, password resets and changes of address; and
 * the one that the first start of a development server prints.
 * Owns the links, the invitations, the recovery requests, and what the use of a link does. `accounts` sends links to new
 * users, the pages accept them, and `mail` delivers them. A trigger deletes links when a password, an
 * address, a role or a factor changes, so other modules need not know them. A link proves an address and nothing else: the
 * pages go on with a login by the password that was given or chosen with it, which `logins` decides about.
 */
export { ApplicationNames } from './application-names.ts';
export { makeFirstSignIn } from './first-sign-in.ts';
export { EmailChangeService } from './email-change.service.ts';
export { invitationListing } from './invitation.filter.ts';
export { Invitation } from './invitation.entity.ts';
export { InvitationService, readApplicationUrl } from './invitation.service.ts';
export { LinkService, type UsedLink } from './link.service.ts';
export type { LinkTarget } from './link.hot.sql.ts';
export { RecoveryService, sendVerificationLink } from './recovery.service.ts';
