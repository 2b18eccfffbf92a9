import type { EntityManager } from '@mikro-orm/postgresql';
import { administers, signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { entityNamed } from '../../ground/kernel/entity.ts';
import { AppError } from '../../ground/kernel/errors.ts';
import { attempt, refuse } from '../../ground/kernel/input.ts';
import { Loader } from '../../ground/kernel/loader.ts';
import type { Settings } from '../../ground/kernel/runtime.ts';
import { clientScopeCountLoader, hasApiScopes, readScopeIds } from '../apis/index.ts';
import type { RoleAssignment } from '../roles/role-assignment.entity.ts';
import type { Client, ClientMetadata } from './client.entity.ts';
import { readMetadata, type MetadataInput } from './client-metadata.ts';

/** The ids of the scopes of APIs that an input gives, checked, and what is wrong with them. Undefined if it gives none. */
export function givenApiScopes(ids: readonly string[] | null | undefined): {
  readonly ids: readonly string[] | undefined;
  readonly errors: readonly AppError[];
} {
  const read = ids == null ? undefined : attempt(() => readScopeIds(ids));
  return read instanceof AppError ? { ids: undefined, errors: [read] } : { ids: read, errors: [] };
}

/** Reads the changes of a client, those of its scopes of APIs among them. Throws `invalid` with all faults. */
export function readChanges(
  input: MetadataInput,
  apiScopeIds: readonly string[] | null | undefined,
  settings: Settings,
): { readonly changes: Partial<ClientMetadata>; readonly apiScopeIds: readonly string[] | undefined } {
  const { metadata, errors } = readMetadata(input, settings);
  const scopes = givenApiScopes(apiScopeIds);
  refuse([...errors, ...scopes.errors]);
  return { changes: metadata, apiScopeIds: scopes.ids };
}

/** Whether the policy has to know of a client's scopes of APIs: not for who may give any, and members' clients have none. */
const matters = ({ viewer }: RequestContext, { ownerId }: Client): boolean =>
  ownerId === null && !administers(viewer, 'admin');

const roleAssignments = () => entityNamed<RoleAssignment>('RoleAssignment');

/** Whether the client may have scopes of APIs: its own, or those of its roles. */
const mayHaveApiScopes = async (em: EntityManager, { id: clientId, customerId }: Client): Promise<boolean> =>
  (await hasApiScopes(em, clientId, customerId)) || (await em.count(roleAssignments(), { clientId, customerId })) > 0;

const hasRoleLoader = (ctx: RequestContext): Loader<string, boolean> =>
  new Loader(ctx, async (ids) => {
    const where = { customerId: signedIn(ctx.viewer).customerId, clientId: { $in: [...ids] } };
    const found = await ctx.em.find(roleAssignments(), where, { disableIdentityMap: true });
    const having = new Set(found.map(({ clientId }) => clientId));
    return ids.map((id) => having.has(id));
  });

/** The client as the policy asks about it, in the unit of work that changes it. */
export const meansOf = async (ctx: RequestContext, em: EntityManager, client: Client) => ({
  ...client,
  hasApiScopes: matters(ctx, client) && (await mayHaveApiScopes(em, client)),
});

/** The same for a client that is only read. */
export async function meansOfRead(ctx: RequestContext, client: Client) {
  if (!matters(ctx, client)) return { ...client, hasApiScopes: false };
  const [scopes, hasRole] = await Promise.all([
    ctx.loader(clientScopeCountLoader).load(client.id),
    ctx.loader(hasRoleLoader).load(client.id),
  ]);
  return { ...client, hasApiScopes: scopes > 0 || hasRole };
}
