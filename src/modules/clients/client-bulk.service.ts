import { LockMode, type EntityManager, type Loaded } from '@mikro-orm/postgresql';
import {
  BULK_MAX,
  inBulk,
  selectedIds,
  type BulkMode,
  type ItemResult,
  type Selection,
} from '../../ground/kernel/bulk.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { AppError, fault } from '../../ground/kernel/errors.ts';
import { outcomeOf } from '../../ground/kernel/input.ts';
import { isClientId } from './client-id.ts';
import { readChanges } from './client-api-scopes.ts';
import { clientPolicy, type ClientDelete, type ClientWrite } from './client.policy.ts';
import { scopesWith, type NamedScope } from '../apis/index.ts';
import { attributePolicy, AttributeWriter, readWithAttributes, tellAttributes } from '../attributes/index.ts';
import { explain } from './client.constraints.ts';
import { ClientService, type CreateClient, type PreparedClient, type UpdateClient } from './client.service.ts';
import { Client } from './client.entity.ts';
import { clientErrors } from './errors.ts';

/** What became of one client of a selection. */
export interface ClientResult extends ItemResult {
  readonly clientId: string;
}

/** A client that was registered, with its secret, or why it was not. */
export interface CreateClientResult extends ItemResult {
  readonly index: number;
  readonly client: Client | null;
  readonly clientSecret: string | null;
}

export type ClientSelection = Selection<object>;

/** Registers, changes and deletes many clients of the customer at once, as one administrator or service account may. */
export class ClientBulkService {
  constructor(private readonly ctx: RequestContext) {}

  /** Registers the clients. */
  async create(inputs: readonly CreateClient[], mode: BulkMode): Promise<CreateClientResult[]> {
    return this.insert(clientPolicy.writeMany(this.ctx.viewer), inputs, mode);
  }

  /** Gives all clients the same values. */
  async update(selection: ClientSelection, input: UpdateClient, mode: BulkMode): Promise<ClientResult[]> {
    return this.change(clientPolicy.writeMany(this.ctx.viewer), selection, input, mode);
  }

  /** Deletes the clients. The database deletes their codes, tokens and consents with them. */
  async delete(selection: ClientSelection, mode: BulkMode): Promise<ClientResult[]> {
    return this.remove(clientPolicy.deleteMany(this.ctx.viewer), selection, mode);
  }

  private async insert(
    { viewer }: ClientWrite,
    inputs: readonly CreateClient[],
    mode: BulkMode,
  ): Promise<CreateClientResult[]> {
    if (inputs.length > BULK_MAX) throw fault('inputs', 'too_many', { max: BULK_MAX });
    const clients = this.ctx.get(ClientService);
    const relation = attributePolicy.relation(viewer, 'write', false);
    const read = inputs.map((input) => ({
      given: input.attributes,
      relation,
      read: outcomeOf(() => clients.prepare(input)),
    }));
    const prepared = await tellAttributes(this.ctx, 'client', read, { isNew: true });
    const valid = prepared.filter((each): each is PreparedClient => !(each instanceof AppError));
    const results = await inBulk(this.ctx, mode, async ({ em }) => {
      const stored = await clients.insert(valid, em);
      const made = new Map(valid.map((each, n) => [each, stored[n]!]));
      return prepared.map((each, index) => {
        const result = each instanceof AppError ? each : made.get(each)!;
        return result instanceof AppError
          ? { index, client: null, clientSecret: null, changed: false, error: result }
          : { index, ...result, changed: true, error: null };
      });
    }).catch(explain);
    return results.map((each) => (each.error ? { ...each, client: null, clientSecret: null } : each));
  }

  private async change(
    granted: ClientWrite,
    selection: ClientSelection,
    { attributes, apiScopeIds: givenScopes, ...input }: UpdateClient,
    mode: BulkMode,
  ): Promise<ClientResult[]> {
    const { customerId, viewer } = granted;
    const values = { given: attributes ?? [], relation: attributePolicy.relation(viewer, 'write', false) };
    const { changes, apiScopeIds } = await readWithAttributes(this.ctx, 'client', { ...values, isNew: false }, () =>
      readChanges(input, givenScopes, this.ctx.settings),
    );
    const isWriting = values.given.length > 0;
    if (Object.keys(changes).length === 0 && !isWriting && !apiScopeIds) throw fault('input', 'no_changes');
    const service = this.ctx.get(ClientService);
    let apiScopes: readonly NamedScope[] | undefined;
    const check = async (em: EntityManager, count: number): Promise<void> => {
      apiScopes = apiScopeIds && (await scopesWith(em, customerId, apiScopeIds));
      if (isWriting) (await AttributeWriter.open(em, customerId, 'client', 'store')).checkShared(values, count);
    };
    const change = (client: Loaded<Client, 'customer'>, em: EntityManager): Promise<void> =>
      service.apply(granted, em, client, changes, { attributes: values.given, apiScopes });
    return this.each(granted, selection, mode, change, check);
  }

  private async remove(permit: ClientDelete, selection: ClientSelection, mode: BulkMode): Promise<ClientResult[]> {
    const service = this.ctx.get(ClientService);
    return this.each(permit, selection, mode, (client, em) => Promise.resolve(service.remove(permit, em, client)));
  }

  /** Handles each client with its row locked, after a check of the whole. An error of one is its result. */
  private async each(
    { customerId }: ClientWrite | ClientDelete,
    selection: ClientSelection,
    mode: BulkMode,
    handle: (client: Loaded<Client, 'customer'>, em: EntityManager) => Promise<void>,
    check?: (em: EntityManager, count: number) => Promise<void>,
  ): Promise<ClientResult[]> {
    const ids = await selectedIds(selection, (args) => this.ctx.get(ClientService).list(args), readClientIds);
    return inBulk(this.ctx, mode, async ({ em }) => {
      await check?.(em, ids.length);
      const found = await em.find(
        Client,
        { id: { $in: ids }, customerId },
        {
          populate: ['attributes', 'secretHash', 'customer'],
          lockMode: LockMode.PESSIMISTIC_WRITE,
          lockTableAliases: ['c0'],
          orderBy: { id: 'asc' },
        },
      );
      const errors = new Map<string, AppError | null>();
      for (const client of found) errors.set(client.id, await refusal(() => handle(client, em)));
      return ids.map((clientId) => {
        const error = errors.has(clientId) ? errors.get(clientId)! : clientErrors.CLIENT_NOT_FOUND();
        return { clientId, changed: error === null, error };
      });
    }).catch(explain);
  }
}

function readClientIds(ids: readonly string[]): string[] {
  if (ids.length > BULK_MAX) throw fault('select.ids', 'too_many', { max: BULK_MAX });
  if (!ids.every(isClientId)) throw fault('select.ids', 'id');
  return [...new Set(ids)];
}

async function refusal(work: () => Promise<void>): Promise<AppError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
