import { loadConfig } from '../ground/config/load.ts';
import type { RequestContext } from '../ground/kernel/context.ts';
import type { SigningAlg } from '../ground/kernel/signing-alg.ts';
import { apiErrors, ApiService, type Api, type ApiScope, type UpdateApi } from '../modules/apis/index.ts';
import type { Report } from './command.ts';
import { columns } from './layout.ts';
import { allOf, listIn, SHOWN_MAX } from './lists.ts';
import { actingOn, withRuntime } from './runtime.ts';

/** What a switch of an API or a scope is to be. */
export type Answer = 'yes' | 'no' | undefined;

interface Given {
  readonly customer: string | undefined;
}
interface Written extends Given {
  readonly identifier: string | undefined;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly 'logo-uri': string | undefined;
  readonly 'token-seconds': string | undefined;
  readonly 'signing-alg': SigningAlg | undefined;
  readonly 'allows-refresh-tokens': Answer;
  readonly 'is-first-party': Answer;
  readonly 'requires-role': Answer;
  readonly 'tells-roles': Answer;
  readonly 'tells-groups': Answer;
  readonly 'tells-entitlements': Answer;
}

const onApis = (customer: string | undefined, work: (ctx: RequestContext) => Promise<Report>): Promise<Report> =>
  withRuntime(loadConfig(), async (runtime) => work(await actingOn(runtime, customer)));

export const apiList = (customer: string | undefined): Promise<Report> =>
  onApis(customer, async (ctx) => {
    const found = await allOf((page) => ctx.get(ApiService).list(page));
    const text = columns(found.map(({ id, identifier, name }) => [id, identifier, name]));
    return { data: { apis: found.map(toldOf) }, text };
  });

export const apiShow = (id: string, customer: string | undefined): Promise<Report> =>
  onApis(customer, async (ctx) => {
    const service = ctx.get(ApiService);
    const api = await service.find(id);
    if (!api) throw apiErrors.API_NOT_FOUND();
    const scopes = (await allOf((page) => service.scopes(api, page), SHOWN_MAX)).map(toldOfScope);
    const told = toldOf(api);
    const rows = [
      ['API', `${api.name} (${api.id})`],
      ...Object.entries(told)
        .filter(([field, value]) => !['api_id', 'name'].includes(field) && value !== null && value !== '')
        .map(([field, value]) => [`  ${field.replaceAll('_', ' ')}`, shown(value)]),
      ...scopes.map(({ scope_id: scopeId, name }) => ['  scope', `${name} (${scopeId})`]),
    ];
    return { data: { ...told, scopes }, text: columns(rows) };
  });

const shown = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value));

export const apiCreate = (
  given: Written & { readonly identifier: string; readonly name: string; readonly scopes: string | undefined },
): Promise<Report> =>
  onApis(given.customer, async (ctx) => {
    const { identifier, name } = given;
    const scopes = (listIn(given.scopes, ' ') ?? []).map((scope) => ({ name: scope }));
    const input = { ...writtenIn(given), identifier, name, scopes };
    return reportOf(await ctx.get(ApiService).create(input), 'is created');
  });

export const apiUpdate = (given: Written & { readonly api: string }): Promise<Report> =>
  onApis(given.customer, async (ctx) =>
    reportOf(await ctx.get(ApiService).update(given.api, writtenIn(given)), 'is changed'),
  );

function writtenIn(given: Written): UpdateApi {
  const { identifier, name, description } = given;
  const { 'logo-uri': logo, 'token-seconds': seconds } = given;
  return {
    identifier: identifier ?? null,
    name: name ?? null,
    description: description ?? null,
    signingAlg: given['signing-alg'] ?? null,
    ...(logo !== undefined && { logoUri: logo || null }),
    ...(seconds !== undefined && { tokenSeconds: seconds ? Number(seconds) : null }),
    allowsRefreshTokens: flagIn(given['allows-refresh-tokens']),
    isFirstParty: flagIn(given['is-first-party']),
    requiresRole: flagIn(given['requires-role']),
    tellsRoles: flagIn(given['tells-roles']),
    tellsGroups: flagIn(given['tells-groups']),
    tellsEntitlements: flagIn(given['tells-entitlements']),
  };
}

/** Null for a switch that stays as it is. */
export const flagIn = (answer: Answer): boolean | null => (answer === undefined ? null : answer === 'yes');

export const apiDelete = (
  given: Given & { readonly api: string; readonly confirm: string | undefined; readonly dryRun: boolean },
): Promise<Report> =>
  onApis(given.customer, async (ctx) => {
    const { confirm, dryRun } = given;
    const { removed, ends } = await ctx.get(ApiService).delete(given.api, { confirm, dryRun });
    const ended = `${ends.scopes} scopes, of ${ends.clients} clients, ${ends.roles} roles and ${ends.grants} logins`;
    const text = dryRun ? `${removed.name} would end with ${ended}.` : `${removed.name} is deleted, with ${ended}.`;
    return { data: { ...toldOf(removed), dry_run: dryRun, ends }, text };
  });

const toldOf = (api: Api) => ({
  api_id: api.id,
  identifier: api.identifier,
  name: api.name,
  description: api.description,
  logo_uri: api.logoUri,
  token_seconds: api.tokenSeconds,
  signing_alg: api.signingAlg,
  allows_refresh_tokens: api.allowsRefreshTokens,
  is_first_party: api.isFirstParty,
  requires_role: api.requiresRole,
  tells_roles: api.tellsRoles,
  tells_groups: api.tellsGroups,
  tells_entitlements: api.tellsEntitlements,
});

/** A scope as commands tell it. */
export const toldOfScope = ({ id, apiId, name, description, isDefault, isOptional }: ApiScope) => ({
  scope_id: id,
  api_id: apiId,
  name,
  description,
  is_default: isDefault,
  is_optional: isOptional,
});

const reportOf = (api: Api, what: string): Report => ({
  data: toldOf(api),
  text: `${api.name} (${api.id}) ${what}.`,
});
