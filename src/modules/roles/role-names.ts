import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { Api } from '../apis/index.ts';
import { Role } from './role.entity.ts';
import { rolePolicy } from './role.policy.ts';

/** What files call a role: by its name, which for a role of an API follows the API's identifier and a space. */
export const roleText = (name: string, api: string | null): string => (api === null ? name : `${api} ${name}`);

/** A role that a file names. `several` if more than one has the name. */
export type NamedRole = Role | 'several';

/**
 * The roles that texts name, which are locked for the rest of the transaction, so that others who give or take them wait. A
 * name alone is that of the role of no API, or else of the only role of an API that is called so.
 */
export async function rolesByText(
  ctx: RequestContext,
  { em }: Transaction,
  texts: readonly string[],
): Promise<ReadonlyMap<string, NamedRole>> {
  if (texts.length === 0) return new Map();
  const { customerId } = rolePolicy.read(ctx.viewer);
  const names = texts.flatMap((text) => [text, text.slice(text.indexOf(' ') + 1)]);
  const options = { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true } as const;
  const roles = await em.find(Role, { customerId, name: { $in: [...new Set(names)] } }, options);
  const apis = await identifiersOf(em, customerId, roles);
  const byText = new Map(roles.map((role) => [roleText(role.name, apis.get(role.apiId ?? '') ?? null), role]));
  const byName = Map.groupBy(roles, ({ name }) => name);
  return new Map(
    texts.flatMap((text) => {
      const named = byText.get(text);
      const [first, ...others] = byName.get(text) ?? [];
      if (!named && !first) return [];
      return [[text, named ?? (others.length > 0 ? 'several' : first!)] as const];
    }),
  );
}

/** The identifiers of the roles' APIs, by the ids of these. */
async function identifiersOf(
  em: EntityManager,
  customerId: string,
  roles: readonly Pick<Role, 'apiId'>[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(roles.flatMap(({ apiId }) => apiId ?? []))];
  if (ids.length === 0) return new Map();
  const found = await em.find(Api, { customerId, id: { $in: ids } }, { disableIdentityMap: true });
  return new Map(found.map(({ id, identifier }) => [id, identifier]));
}
