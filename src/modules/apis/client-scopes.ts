import type { EntityManager, Loaded } from '@mikro-orm/postgresql';
import { readIds } from '../../ground/kernel/ids.ts';
import type { AppError } from '../../ground/kernel/errors.ts';
import { together } from '../../ground/kernel/input.ts';
import { ApiScope, ClientScope } from './api-scope.entity.ts';
import { noScope, SCOPES_MAX } from './api-scope.input.ts';
import { apiErrors } from './errors.ts';

/** A scope with its API. */
export type NamedScope = Loaded<ApiScope, 'api'>;

/** Reads the ids of the scopes that a client is to have. Throws `invalid` with all faults. */
export const readScopeIds = (ids: readonly string[]): string[] => readIds('apiScopeIds', ids, SCOPES_MAX);

/**
 * The ids of the scopes of those of the customer's APIs that are among the resources: of all, or of those with these names. As
 * many as a client may have.
 */
export async function scopeIdsAt(
  em: EntityManager,
  customerId: string,
  resources: readonly string[],
  names?: readonly string[],
): Promise<string[]> {
  if (resources.length === 0) return [];
  const where = {
    customerId,
    api: { identifier: { $in: [...resources] } },
    ...(names && { name: { $in: [...names] } }),
  };
  const found = await em.find(ApiScope, where, { fields: ['id'], orderBy: { id: 'asc' }, limit: SCOPES_MAX });
  return found.map(({ id }) => id);
}

/** The ids of the scopes of APIs that the client has. */
export async function heldScopeIds(em: EntityManager, clientId: string, customerId: string): Promise<string[]> {
  const held = await em.find(
    ClientScope,
    { clientId, customerId },
    { fields: ['scopeId'], orderBy: { scopeId: 'asc' } },
  );
  return held.map(({ scopeId }) => scopeId);
}

/** The names of scopes, each behind the identifier of its API. */
const namesOf = (scopes: readonly NamedScope[]): string[] =>
  scopes.map(({ name, api }) => `${api.identifier} ${name}`).toSorted();

/** Those of the scopes with these ids that the customer's APIs have, by their ids. */
export async function scopesById(
  em: EntityManager,
  customerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedScope>> {
  if (ids.length === 0) return new Map();
  const found = await em.find(ApiScope, { customerId, id: { $in: [...new Set(ids)] } }, { populate: ['api'] });
  return new Map(found.map((scope) => [scope.id, scope]));
}

/** The error for those ids of an input that are not among the known ones; undefined if all are. */
export const unknownScopes = (ids: readonly string[], known: ReadonlyMap<string, NamedScope>): AppError | undefined =>
  together(
    ids.flatMap((id, index) =>
      known.has(id) ? [] : [apiErrors.UNKNOWN_API_SCOPE({ field: `apiScopeIds.${index}`, broken: noScope })],
    ),
  );

/** The scopes of the customer's APIs with these ids. Throws `invalid` for ids that none has. */
export async function scopesWith(em: EntityManager, customerId: string, ids: readonly string[]): Promise<NamedScope[]> {
  const known = await scopesById(em, customerId, ids);
  const error = unknownScopes(ids, known);
  if (error) throw error;
  return [...known.values()];
}

/** Whether the client has scopes of APIs. */
export const hasApiScopes = async (em: EntityManager, clientId: string, customerId: string): Promise<boolean> =>
  (await em.count(ClientScope, { clientId, customerId })) > 0;

/** Gives a new client scopes of APIs, in the unit of work that creates it. Returns their names. */
export function giveScopes(
  em: EntityManager,
  { id: clientId, customerId }: { readonly id: string; readonly customerId: string },
  scopes: readonly NamedScope[],
): string[] {
  for (const { id: scopeId } of scopes) em.create(ClientScope, { clientId, customerId, scopeId });
  return namesOf(scopes);
}

/** Gives a client these scopes of APIs instead of what it has. Returns the names of both. */
export async function replaceScopes(
  em: EntityManager,
  client: { readonly id: string; readonly customerId: string },
  scopes: readonly NamedScope[],
): Promise<{ readonly from: string[]; readonly to: string[] }> {
  const { id: clientId, customerId } = client;
  const held = await em.find(ClientScope, { clientId, customerId }, { fields: ['scopeId'] });
  const before = await scopesWith(
    em,
    customerId,
    held.map(({ scopeId }) => scopeId),
  );
  const wanted = new Set(scopes.map(({ id }) => id));
  const kept = new Set(held.map(({ scopeId }) => scopeId));
  for (const each of held) if (!wanted.has(each.scopeId)) em.remove(each);
  giveScopes(
    em,
    client,
    scopes.filter(({ id }) => !kept.has(id)),
  );
  return { from: namesOf(before), to: namesOf(scopes) };
}
