import { loadConfig } from '../ground/config/load.ts';
import type { RequestContext } from '../ground/kernel/context.ts';
import { ApiScopeService } from '../modules/apis/index.ts';
import { clientErrors, ClientService } from '../modules/clients/index.ts';
import { flagIn, toldOfScope, type Answer } from './api.ts';
import type { Report } from './command.ts';
import { allOf, listIn } from './lists.ts';
import { actingOn, withRuntime } from './runtime.ts';

interface Given {
  readonly customer: string | undefined;
}
interface Written extends Given {
  readonly description: string | undefined;
  readonly default: Answer;
  readonly optional: Answer;
}
interface ScopesGiven extends Given {
  readonly client: string;
  readonly scopes: string;
}

const onScopes = (customer: string | undefined, work: (ctx: RequestContext) => Promise<Report>): Promise<Report> =>
  withRuntime(loadConfig(), async (runtime) => work(await actingOn(runtime, customer)));

const writtenIn = ({ description, default: isDefault, optional }: Written) => ({
  description: description ?? null,
  isDefault: flagIn(isDefault),
  isOptional: flagIn(optional),
});

export const scopeAdd = (given: Written & { readonly api: string; readonly name: string }): Promise<Report> =>
  onScopes(given.customer, async (ctx) => {
    const { api: apiId, name } = given;
    const api = await ctx.get(ApiScopeService).add(apiId, [{ ...writtenIn(given), name }]);
    return { data: { api_id: api.id, name }, text: `${name} is added to ${api.name}.` };
  });

export const scopeUpdate = (
  given: Written & { readonly scope: string; readonly name: string | undefined },
): Promise<Report> =>
  onScopes(given.customer, async (ctx) => {
    const changes = { ...writtenIn(given), name: given.name ?? null };
    const scope = await ctx.get(ApiScopeService).update(given.scope, changes);
    return { data: toldOfScope(scope), text: `${scope.name} (${scope.id}) is changed.` };
  });

export const scopeRemove = (
  given: Given & { readonly scope: string; readonly confirm: string | undefined; readonly dryRun: boolean },
): Promise<Report> =>
  onScopes(given.customer, async (ctx) => {
    const { confirm, dryRun } = given;
    const { removed, ends } = await ctx.get(ApiScopeService).remove(given.scope, { confirm, dryRun });
    const lost = `${ends.clients} clients and ${ends.roles} roles`;
    const text = dryRun ? `${removed.name} would be lost by ${lost}.` : `${removed.name} is removed, from ${lost} too.`;
    return { data: { ...toldOfScope(removed), dry_run: dryRun, ends }, text };
  });

export const scopesGive = (given: ScopesGiven): Promise<Report> =>
  replaced(given, (held, ids) => [...held, ...ids.filter((id) => !held.includes(id))]);

export const scopesTake = (given: ScopesGiven): Promise<Report> =>
  replaced(given, (held, ids) => held.filter((id) => !ids.includes(id)));

/** Gives the client what `change` makes of the scopes that it has. */
const replaced = (
  { client: id, scopes, customer }: ScopesGiven,
  change: (held: readonly string[], ids: readonly string[]) => readonly string[],
): Promise<Report> =>
  onScopes(customer, async (ctx) => {
    const clients = ctx.get(ClientService);
    const client = await clients.find(id);
    if (!client) throw clientErrors.CLIENT_NOT_FOUND();
    const service = ctx.get(ApiScopeService);
    const held = await allOf(async (page) => (await service.ofClient(id, page))!);
    const ids = listIn(scopes)!.map((each) => each.toLowerCase());
    const apiScopeIds = change(
      held.map((scope) => scope.id),
      ids,
    );
    // Somebody who has changed the client since then is not overruled.
    await clients.update(id, { apiScopeIds }, client.version);
    const now = await Promise.all(apiScopeIds.map(async (each) => toldOfScope((await service.find(each))!)));
    const names = now.map(({ name }) => name).join(', ');
    return {
      data: { client_id: id, scopes: now },
      text: `${client.name} (${id}) has ${names || 'no scopes of APIs'}.`,
    };
  });
