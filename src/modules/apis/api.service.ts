import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { countLocked } from '../../ground/kernel/count-locked.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { fault } from '../../ground/kernel/errors.ts';
import { isUuid, newId } from '../../ground/kernel/ids.ts';
import { refuseWithOthers } from '../../ground/kernel/input.ts';
import { checkVersion } from '../../ground/kernel/version.ts';
import { findListed, type ListArgs } from '../../ground/lists/filter/index.ts';
import type { Connection, PageArgs } from '../../ground/lists/pagination.ts';
import { audit, changesBetween } from '../audit/index.ts';
import { endGrantsFor } from '../grants/index.ts';
import { explain, identifierTaken } from './api.constraints.ts';
import { Api } from './api.entity.ts';
import { ApiScope, ClientScope } from './api-scope.entity.ts';
import { apiListing } from './api.filter.ts';
import {
  API_FIELDS,
  APIS_MAX,
  identifierIn,
  readApi,
  readNewApi,
  sameIdentifiers,
  type CreateApi,
  type UpdateApi,
} from './api.input.ts';
import { apiLoader, scopePages } from './api.loader.ts';
import { lockedApi } from './api-lock.ts';
import { apiPolicy, type ApiDelete, type ApiWrite } from './api.policy.ts';
import { confirmed, isUsed, type Confirmation, type Removed } from './confirmation.ts';
import { apiUse, type ApiUse } from './api-use.hot.sql.ts';
import { apiErrors } from './errors.ts';

/** Reads and changes APIs for one viewer. */
export class ApiService {
  constructor(private readonly ctx: RequestContext) {}

  /** The API with this id, or null if the viewer's customer has none. */
  async find(id: string): Promise<Api | null> {
    apiPolicy.read(this.ctx.viewer);
    return isUuid(id) ? this.ctx.loader(apiLoader).load(id.toLowerCase()) : null;
  }

  /** A page of the APIs that meet what a caller asks for. */
  async list(args: ListArgs): Promise<Connection<Api>> {
    const { customerId } = apiPolicy.read(this.ctx.viewer);
    return findListed(this.ctx, apiListing, customerId, args);
  }

  /** A page of the API's scopes. */
  async scopes({ id }: Pick<Api, 'id'>, args: PageArgs): Promise<Connection<ApiScope>> {
    apiPolicy.read(this.ctx.viewer);
    return scopePages.of(this.ctx, id, args);
  }

  /** Creates an API with its first scopes. */
  async create(input: CreateApi): Promise<Api> {
    return this.insert(apiPolicy.write(this.ctx.viewer), input);
  }

  async update(id: string, input: UpdateApi, expectedVersion?: number | null): Promise<Api> {
    return this.change(apiPolicy.write(this.ctx.viewer, id), id, input, expectedVersion);
  }

  /** Deletes the API, with its scopes and roles. If it is in use, that has to be confirmed by its identifier. */
  async delete(id: string, confirmation: Confirmation, expectedVersion?: number | null): Promise<Removed<Api, ApiUse>> {
    return this.remove(apiPolicy.delete(this.ctx.viewer, id), id, confirmation, expectedVersion);
  }

  private async insert({ customerId }: ApiWrite, input: CreateApi): Promise<Api> {
    const now = this.ctx.clock.now();
    const { settings } = this.ctx;
    const { api: given, scopes } = await Promise.resolve()
      .then(() => readNewApi(input, settings))
      .catch((error: unknown) => refuseWithOthers(error, () => this.taken(customerId, identifierIn(input, settings))));
    return this.work(async (tx) => {
      const { em } = tx;
      if ((await countLocked(tx, Api, customerId, { customerId })) >= APIS_MAX)
        throw apiErrors.TOO_MANY_APIS({
          message: `There are ${APIS_MAX} APIs, which is the maximum. Delete one first.`,
        });
      const [isTaken] = await this.taken(customerId, given.identifier, em);
      if (isTaken) throw isTaken;
      const api = em.create(Api, { ...given, id: newId(now), customerId, createdAt: now, updatedAt: now });
      for (const scope of scopes)
        em.create(ApiScope, { ...scope, id: newId(now), customerId, apiId: api.id, createdAt: now });
      this.record(em, 'created', api, { scopes: scopes.map(({ name }) => name) });
      return api;
    });
  }

  private async change(
    { customerId }: ApiWrite,
    id: string,
    input: UpdateApi,
    expectedVersion?: number | null,
  ): Promise<Api> {
    const { settings } = this.ctx;
    const given = await Promise.resolve()
      .then(() => readApi(input, settings))
      .catch((error: unknown) =>
        refuseWithOthers(error, () => this.taken(customerId, identifierIn(input, settings), this.ctx.em, id)),
      );
    if (Object.keys(given).length === 0) throw fault('input', 'no_changes');
    return this.work(async ({ em }) => {
      const api = await lockedApi(em, customerId, id);
      checkVersion(api, expectedVersion);
      const [isTaken] = await this.taken(customerId, given.identifier, em, id);
      if (isTaken) throw isTaken;
      const before = { ...api };
      em.assign(api, { ...given, updatedAt: this.ctx.clock.now() });
      this.record(em, 'updated', api, changesBetween<Api>(before, api, API_FIELDS));
      return api;
    });
  }

  private remove(
    { customerId }: ApiDelete,
    id: string,
    confirmation: Confirmation,
    expectedVersion?: number | null,
  ): Promise<Removed<Api, ApiUse>> {
    return this.work(async (tx) => {
      const api = await lockedApi(tx.em, customerId, id);
      checkVersion(api, expectedVersion);
      const [ends] = await tx.rows(apiUse, { customerId, id: api.id, identifier: api.identifier });
      const removed = { removed: api, ends: ends! };
      if (confirmation.dryRun) return removed;
      if (isUsed(ends!, ['scopes']) && !confirmed(confirmation, api.identifier))
        throw apiErrors.API_IN_USE(refusalOf(api.identifier, ends!));
      this.record(tx.em, 'deleted', api, { ends });
      // Another API with this identifier and these scopes is not what anybody has granted.
      const clientIds = await clientsWith(tx.em, api);
      await endGrantsFor(tx.em, { customerId, clientIds, resource: api.identifier });
      tx.em.remove(api);
      return removed;
    });
  }

  /** The error for an identifier that another API has, however it is written. */
  private async taken(customerId: string, identifier: string | undefined, em = this.ctx.em, id?: string) {
    if (identifier === undefined) return [];
    const found = await em
      .fork({ keepTransactionContext: true })
      .find(Api, { customerId, identifier: { $in: sameIdentifiers(identifier) } }, { fields: ['id'] });
    return found.some((api) => api.id !== id?.toLowerCase()) ? [identifierTaken()] : [];
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

/** The ids of the clients that have a scope of the API, each once however many it has. */
async function clientsWith(em: EntityManager, { customerId, id: apiId }: Api): Promise<string[]> {
  const found = await em
    .createQueryBuilder(ClientScope, 'cs')
    .select('cs.clientId')
    .distinct()
    .where({ customerId, scope: { apiId } })
    .execute<{ clientId: string }[]>('all');
  return found.map(({ clientId }) => clientId);
}

const refusalOf = (identifier: string, { clients, roles, grants }: ApiUse) => ({
  field: 'confirm',
  message: `The API is in use: ${clients} clients have scopes of it, ${roles} roles allow some, and ${grants} logins are for it. To delete it all the same, confirm with ${identifier}.`,
});
