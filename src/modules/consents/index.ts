/**
 * What users have allowed clients to have, remembered until they take it back. The consent page gives it; the authorize
 * endpoint reads it on its way and decides whether it is enough. Taking it back ends the grants that came of it.
 */
export { endAdministration } from './administration.service.ts';
export { Consent } from './consent.entity.ts';
export { ConsentResolver, UserConsentsResolver } from './consent.resolver.ts';
export { ConsentService } from './consent.service.ts';
