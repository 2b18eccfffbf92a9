/**
 * Impersonation: an administrator gets a token of a user, for some minutes, where the customer allows it. Decides who may, and
 * creates the grant, with its audit event and its mail. The user sees it and can end it. The oauth door and the pages of the
 * account call it. `grants` owns the grants and checks, at every
 * use of a token, that the administrator still may; the kernel refuses what nobody may do in another's name.
 */
export { IMPERSONATION_SECONDS, ImpersonationService } from './impersonation.service.ts';
export { OwnImpersonationsService } from './own-impersonations.service.ts';
