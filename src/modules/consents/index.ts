/**
 * Consents: what users allow clients. The consent page stores them. The authorization endpoint reads them in its own
 * statement, and decides whether they are enough. Revoking a consent ends the grants that it allowed.
 */
export { endAdministration } from './administration.service.ts';
export { endConsentsOf } from './consent-end.ts';
export { Consent } from './consent.entity.ts';
export { consentFilter } from './consent.filter.ts';
export { declinedAs, declinedNames, scopesAllowed } from './declined-scopes.ts';
export { ConsentService } from './consent.service.ts';
