import type { EntityManager } from '@mikro-orm/postgresql';
import { ApiScope } from './api-scope.entity.ts';
import type { NamedScope } from './client-scopes.ts';

/** The scopes with these names of the customer's APIs with these identifiers, by API, in the order of their names. */
export async function scopesNamed(
  em: EntityManager,
  customerId: string,
  identifiers: readonly string[],
  names: readonly string[],
): Promise<NamedScope[]> {
  if (identifiers.length === 0 || names.length === 0) return [];
  const where = { customerId, name: { $in: [...names] }, api: { identifier: { $in: [...identifiers] } } };
  return em.find(ApiScope, where, { populate: ['api'], orderBy: { api: { name: 'asc' }, name: 'asc' } });
}

/** What a scope allows, in this language as far as there is a sentence, or else its name. */
export const sentenceOf = ({ name, description, translations }: ApiScope, language: string): string =>
  translations[language] ?? (description || name);
