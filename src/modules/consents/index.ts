/** What users have allowed clients to have, remembered until they take it back. */
export { Consent } from './consent.entity.ts';
