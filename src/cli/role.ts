import { loadConfig } from '../ground/config/load.ts';
import { fault } from '../ground/kernel/errors.ts';
import type { RequestContext } from '../ground/kernel/context.ts';
import {
  holderOf,
  roleErrors,
  RoleAssignmentService,
  RoleService,
  type AssignmentResult,
  type Role,
  type RoleKind,
} from '../modules/roles/index.ts';
import { userByEmail } from '../modules/users/index.ts';
import type { Report } from './command.ts';
import { columns } from './layout.ts';
import { allOf, listIn, SHOWN_MAX } from './lists.ts';
import { actingOn, withRuntime } from './runtime.ts';

interface Given {
  readonly customer: string | undefined;
}
interface RoleGiven extends Given {
  readonly role: string;
}
interface Written extends Given {
  readonly description: string | undefined;
  readonly scopes: string | undefined;
}
interface HoldersGiven extends RoleGiven {
  readonly users: string | undefined;
  readonly groups: string | undefined;
  readonly clients: string | undefined;
  readonly organization: string | undefined;
}

const onRoles = (customer: string | undefined, work: (ctx: RequestContext) => Promise<Report>): Promise<Report> =>
  withRuntime(loadConfig(), async (runtime) => work(await actingOn(runtime, customer)));

export const roleList = (customer: string | undefined): Promise<Report> =>
  onRoles(customer, async (ctx) => {
    const found = await allOf((page) => ctx.get(RoleService).list(page));
    const text = columns(found.map(({ id, kind, name }) => [id, kind, name]));
    return { data: { roles: found.map(toldOf) }, text: text || 'There are no roles.' };
  });

export const roleShow = (id: string, customer: string | undefined): Promise<Report> =>
  onRoles(customer, async (ctx) => {
    const role = await ctx.get(RoleService).find(id);
    if (!role) throw roleErrors.ROLE_NOT_FOUND();
    const scopes = await allOf((page) => ctx.get(RoleService).permissions(role, page), SHOWN_MAX);
    const service = ctx.get(RoleAssignmentService);
    const held = await allOf(async (page) => (await service.of('role', role.id, page))!, SHOWN_MAX);
    const assignments = held.map((each) => ({
      ...holderOf(each),
      organization_id: each.organizationId,
      expires_at: each.expiresAt,
    }));
    const permissions = scopes.map(({ id: scopeId, apiId, name }) => ({ scope_id: scopeId, api_id: apiId, name }));
    const rows = [
      ['Role', `${role.name} (${role.id})`],
      ['  kind', role.kind],
      ...permissions.map(({ name, api_id: apiId }) => ['  allows', `${name} of ${apiId}`]),
      ...assignments.map(({ kind, id: holder }) => [`  ${kind}`, holder]),
    ];
    return { data: { ...toldOf(role), permissions, assignments }, text: columns(rows) };
  });

export const roleCreate = (
  given: Written & { readonly name: string; readonly kind: RoleKind | undefined; readonly api: string | undefined },
): Promise<Report> =>
  onRoles(given.customer, async (ctx) => {
    const { name, api, kind = api === undefined ? 'customer' : 'api' } = given;
    const input = { name, kind, apiId: api ?? null, ...writtenIn(given) };
    return reportOf(await ctx.get(RoleService).create(input), 'is created');
  });

export const roleUpdate = (given: RoleGiven & Written & { readonly name: string | undefined }): Promise<Report> =>
  onRoles(given.customer, async (ctx) => {
    const input = { ...(given.name !== undefined && { name: given.name }), ...writtenIn(given) };
    return reportOf(await ctx.get(RoleService).update(given.role, input), 'is changed');
  });

const writtenIn = ({ description, scopes }: Written) => ({
  ...(description !== undefined && { description }),
  ...(scopes !== undefined && { scopeIds: listIn(scopes)! }),
});

export const roleDelete = (
  given: RoleGiven & { readonly confirm: string | undefined; readonly dryRun: boolean },
): Promise<Report> =>
  onRoles(given.customer, async (ctx) => {
    const { confirm, dryRun } = given;
    const { role, holders } = await ctx.get(RoleService).delete(given.role, { confirm, dryRun });
    const { users, groups, clients } = holders;
    const lost = `${users} users, ${groups} groups and ${clients} clients`;
    const text = dryRun ? `${role.name} would be lost by ${lost}.` : `${role.name} is deleted, and lost by ${lost}.`;
    return { data: { ...toldOf(role), dry_run: dryRun, holders }, text };
  });

export const roleAssign = (given: HoldersGiven & { readonly until: string | undefined }): Promise<Report> =>
  onRoles(given.customer, async (ctx) => {
    const expiresAt = given.until === undefined ? null : new Date(given.until);
    if (expiresAt && Number.isNaN(expiresAt.getTime())) throw fault('until', 'moment');
    const input = { ...(await holdersIn(ctx, given)), expiresAt };
    return changeOf(await ctx.get(RoleAssignmentService).assign(given.role, input, 'each'));
  });

export const roleUnassign = (given: HoldersGiven): Promise<Report> =>
  onRoles(given.customer, async (ctx) =>
    changeOf(await ctx.get(RoleAssignmentService).unassign(given.role, await holdersIn(ctx, given), 'each')),
  );

async function holdersIn(ctx: RequestContext, { users, groups, clients, organization }: HoldersGiven) {
  const found = [];
  for (const email of listIn(users) ?? []) found.push(await userByEmail(ctx, email));
  return {
    userIds: found.map(({ id }) => id),
    groupIds: listIn(groups) ?? [],
    clientIds: listIn(clients) ?? [],
    organizationId: organization ?? null,
  };
}

function changeOf(results: readonly AssignmentResult[]): Report {
  const told = results.map(({ holder, changed, error }) => ({ ...holder, changed, error: error?.code ?? null }));
  const rows = told.map(({ kind, id, changed, error }) => [kind, id, error ?? (changed ? 'changed' : 'unchanged')]);
  return { data: { results: told }, text: columns(rows), failed: told.some(({ error }) => error !== null) };
}

const toldOf = ({ id, kind, apiId, name, description }: Role) => ({
  role_id: id,
  kind,
  api_id: apiId,
  name,
  description,
});

const reportOf = (role: Role, what: string): Report => ({
  data: toldOf(role),
  text: `${role.name} (${role.id}) ${what}.`,
});
