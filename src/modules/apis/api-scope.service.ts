import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { fault } from '../../ground/kernel/errors.ts';
import { isUuid, newId } from '../../ground/kernel/ids.ts';
import { refuse } from '../../ground/kernel/input.ts';
import { ownApiOf } from '../../ground/kernel/own-api.ts';
import { checkVersion } from '../../ground/kernel/version.ts';
import type { Connection, PageArgs } from '../../ground/lists/pagination.ts';
import { audit, changesBetween } from '../audit/index.ts';
import { explain } from './api.constraints.ts';
import type { Api } from './api.entity.ts';
import { ApiScope } from './api-scope.entity.ts';
import { clientScopePages, scopeLoader } from './api.loader.ts';
import { lockedApi } from './api-lock.ts';
import { apiPolicy, type ApiWrite } from './api.policy.ts';
import { readScope, readScopes, SCOPES_MAX, takenAt, type NewScope, type UpdateScope } from './api-scope.input.ts';
import { confirmed, isUsed, type Confirmation, type Removed } from './confirmation.ts';
import { scopeUse, type ScopeUse } from './scope-use.ts';
import { apiErrors } from './errors.ts';

const FIELDS = ['name', 'description', 'translations', 'isDefault', 'isOptional'] as const;

/** Reads and changes the scopes of APIs for one viewer. A change of one is a change of its API. */
export class ApiScopeService {
  constructor(private readonly ctx: RequestContext) {}

  /** The scope with this id, or null if no API of the viewer's customer has it. */
  async find(id: string): Promise<ApiScope | null> {
    apiPolicy.read(this.ctx.viewer);
    return isUuid(id) ? this.ctx.loader(scopeLoader).load(id.toLowerCase()) : null;
  }

  /** A page of the scopes that a client has. Null for a viewer who may not read them. */
  async ofClient(clientId: string, args: PageArgs): Promise<Connection<ApiScope> | null> {
    return apiPolicy.reads(this.ctx.viewer) ? clientScopePages.of(this.ctx, clientId, args) : null;
  }

  /** Adds scopes to an API, all or none. */
  async add(apiId: string, scopes: readonly NewScope[], expectedVersion?: number | null): Promise<Api> {
    return this.insert(apiPolicy.write(this.ctx.viewer, apiId), apiId, scopes, expectedVersion);
  }

  async update(id: string, input: UpdateScope, expectedVersion?: number | null): Promise<ApiScope> {
    return this.change(apiPolicy.write(this.ctx.viewer, ownApiOf(id)), id, input, expectedVersion);
  }

  /** Removes the scope from its API, its clients and roles. If it is in use, that has to be confirmed by its name. */
  async remove(
    id: string,
    confirmation: Confirmation,
    expectedVersion?: number | null,
  ): Promise<Removed<ApiScope, ScopeUse>> {
    return this.end(apiPolicy.delete(this.ctx.viewer, ownApiOf(id)), id, confirmation, expectedVersion);
  }

  private insert(
    { customerId }: ApiWrite,
    apiId: string,
    given: readonly NewScope[],
    expectedVersion?: number | null,
  ): Promise<Api> {
    const scopes = readScopes(given);
    if (scopes.length === 0) throw fault('scopes', 'empty');
    const now = this.ctx.clock.now();
    return this.work(async ({ em }) => {
      const api = await lockedApi(em, customerId, apiId);
      checkVersion(api, expectedVersion);
      const present = await em.find(ApiScope, { customerId, apiId: api.id }, { fields: ['name'] });
      if (present.length + scopes.length > SCOPES_MAX)
        throw apiErrors.TOO_MANY_API_SCOPES({ message: `An API has at most ${SCOPES_MAX} scopes. Remove some first.` });
      const names = new Set(present.map(({ name }) => name));
      refuse(scopes.flatMap(({ name }, index) => (names.has(name) ? [takenAt(index)] : [])));
      for (const scope of scopes)
        em.create(ApiScope, { ...scope, id: newId(now), customerId, apiId: api.id, createdAt: now });
      em.assign(api, { updatedAt: now });
      this.record(em, 'scopes_added', api, { scopes: scopes.map(({ name }) => name) });
      return api;
    });
  }

  private change(
    { customerId }: ApiWrite,
    id: string,
    input: UpdateScope,
    expectedVersion?: number | null,
  ): Promise<ApiScope> {
    const given = readScope(input);
    if (Object.keys(given).length === 0) throw fault('input', 'no_changes');
    return this.work(async ({ em }) => {
      const { scope, api } = await this.locked(em, customerId, id);
      checkVersion(api, expectedVersion);
      const before = { ...scope };
      em.assign(scope, given);
      em.assign(api, { updatedAt: this.ctx.clock.now() });
      const changes = changesBetween<ApiScope>(before, scope, FIELDS);
      this.record(em, 'scope_updated', api, { scope: scope.name, ...changes });
      return scope;
    });
  }

  private end(
    { customerId }: { readonly customerId: string },
    id: string,
    confirmation: Confirmation,
    expectedVersion?: number | null,
  ): Promise<Removed<ApiScope, ScopeUse>> {
    return this.work(async (tx) => {
      const { scope, api } = await this.locked(tx.em, customerId, id);
      checkVersion(api, expectedVersion);
      const ends = await scopeUse(tx.em, scope);
      const removed = { removed: scope, ends };
      if (confirmation.dryRun) return removed;
      if (isUsed(ends) && !confirmed(confirmation, scope.name))
        throw apiErrors.API_SCOPE_IN_USE({
          field: 'confirm',
          message: `The scope is in use: ${ends.clients} clients have it, and ${ends.roles} roles allow it. To remove it all the same, confirm with ${scope.name}.`,
        });
      tx.em.assign(api, { updatedAt: this.ctx.clock.now() });
      this.record(tx.em, 'scope_removed', api, { scope: scope.name, ends });
      tx.em.remove(scope);
      return removed;
    });
  }

  /** The scope and its API, whose row is locked before. */
  private async locked(em: EntityManager, customerId: string, id: string): Promise<{ scope: ApiScope; api: Api }> {
    const found = isUuid(id)
      ? await em.findOne(
          ApiScope,
          { customerId, id: id.toLowerCase() },
          { fields: ['apiId'], disableIdentityMap: true },
        )
      : null;
    const api = found && (await lockedApi(em, customerId, found.apiId));
    const scope = api && (await em.findOne(ApiScope, { customerId, id: id.toLowerCase() }));
    if (!scope) throw apiErrors.API_SCOPE_NOT_FOUND();
    return { scope, api };
  }

  /** One unit of work: all of it is stored, or nothing. */
  private work<Result>(steps: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.ctx.db.transaction((tx) => steps(tx)).catch(explain);
  }

  private record(em: EntityManager, what: string, { id, name, identifier }: Api, more: object): void {
    const details = { name, identifier, ...more };
    audit.record(em, this.ctx, { action: `api.${what}`, subjectType: 'api', subjectId: id, details });
  }
}
