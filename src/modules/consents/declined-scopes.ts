import type { Consent } from './consent.entity.ts';

type Stored = Pick<Consent, 'scopes' | 'declinedScopes'>;

/** How a consent names a scope of an API. Neither part has a space. */
export const declinedAs = (api: { readonly identifier: string }, scope: { readonly name: string }): string =>
  `${api.identifier} ${scope.name}`;

/** The names of the scopes of APIs that the user has left out. */
export const declinedNames = ({ declinedScopes }: Pick<Stored, 'declinedScopes'>): string[] =>
  [...new Set(declinedScopes.map((one) => one.slice(one.indexOf(' ') + 1)))].toSorted();

/** The scopes that the user allows, without those left out since. */
export function scopesAllowed(consent: Stored): string[] {
  const declined = new Set(declinedNames(consent));
  return consent.scopes.filter((scope) => !declined.has(scope));
}
