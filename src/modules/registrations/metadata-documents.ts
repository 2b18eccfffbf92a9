import { raw, type EntityManager } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';
import { addressLane } from '../../ground/http/address.ts';
import { Budget } from '../../ground/http/budget.ts';
import { Outgoing, OutgoingError } from '../../ground/http/outgoing.ts';
import { anonymous } from '../../ground/kernel/access.ts';
import { DAY_SECONDS, secondsAfter } from '../../ground/kernel/clock.ts';
import { RequestContext, type Origin } from '../../ground/kernel/context.ts';
import { AppError, kernelErrors } from '../../ground/kernel/errors.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { heldScopeIds, scopeIdsAt } from '../apis/index.ts';
import { Brands } from '../branding/index.ts';
import { checkOwnName, Client, ClientService, isExpiredClient, withinHeld } from '../clients/index.ts';
import { Customer, findCustomers } from '../customers/index.ts';
import { isDocumentAddress } from './document-address.ts';
import { registrationErrors } from './errors.ts';
import { readDocument, type DocumentInput } from './metadata-document.ts';

const MAX_BYTES = 16 * 1024;
/** For how long a document is believed at least and at most, in milliseconds. Its answer may say how long. */
const FRESH_MIN = 60_000;
const FRESH_MAX = 3_600_000;
const FRESH = 600_000;
/** How many addresses each server remembers. */
const REMEMBERED = 1_000;
/** How many documents each server reads at once: for all callers, and for those of one address. */
const AT_ONCE = 100;
const OF_ONE_ADDRESS = 10;
/** What a document costs of the budget of the caller's address. */
const COST = 500;
/** For how long a client can be used whose document does not answer, in seconds. It is deleted a week later. */
const KEPT_SECONDS = 7 * DAY_SECONDS;
/** The most such clients of a customer. A new one replaces the oldest that nobody has allowed anything. */
export const DOCUMENT_CLIENTS_MAX = 1_000;

/** What a server found at an address, and until when that counts, in milliseconds since 1970. */
interface Known {
  readonly until: number;
  /** Why there is no client; for its developer. */
  readonly fault?: string;
}

/**
 * Clients whose id is the address of a document about them (OAuth Client ID Metadata Document). Each has a row like any other
 * client, with what its document says, in the one customer that the operator names. The document is read again when the
 * client is used after a while.
 */
export class MetadataDocuments {
  private readonly known = new LRUCache<string, Known>({ max: REMEMBERED });
  private readonly loading = new Map<string, Promise<Known>>();
  /** How many of them are read for each caller's address. */
  private readonly shares = new Map<string, number>();

  constructor(private readonly runtime: Runtime) {}

  /**
   * Brings the client up to date with its document, if its id is the address of one. Returns why there is no such client.
   */
  async refresh(clientId: string, origin: () => Origin): Promise<string | undefined> {
    if (!isDocumentAddress(this.runtime.settings, clientId)) return undefined;
    const known = this.known.get(clientId);
    if (known && known.until > this.now()) return known.fault;
    return (await (this.loading.get(clientId) ?? this.load(clientId, origin()))).fault;
  }

  /** Requests that come while a document is being read wait for the same answer. */
  private load(address: string, origin: Origin): Promise<Known> {
    this.runtime.get(Budget).spend({ viewer: anonymous, ip: origin.ip }, COST);
    const lane = addressLane(origin);
    const share = this.shares.get(lane) ?? 0;
    if (this.loading.size >= AT_ONCE || share >= OF_ONE_ADDRESS)
      return Promise.reject(kernelErrors.OVERLOADED({ retryAfter: 1 }));
    const loading = this.read(address, origin)
      .then((found) => {
        this.known.set(address, found);
        return found;
      })
      .finally(() => {
        this.loading.delete(address);
        const left = this.shares.get(lane)! - 1;
        if (left > 0) this.shares.set(lane, left);
        else this.shares.delete(lane);
      });
    this.loading.set(address, loading);
    this.shares.set(lane, share + 1);
    return loading;
  }

  private async read(address: string, origin: Origin): Promise<Known> {
    const client = await this.runtime.fork().findOne(Client, { id: address });
    // An administrator has made a client with this id.
    if (client && client.source !== 'document') return { until: this.now() + FRESH };
    const { body, fault, freshMs } = await this.fetch(address);
    if (body === undefined) {
      const isKept = client && fault === undefined && !isExpiredClient(client, this.runtime.clock.now());
      return { until: this.now() + FRESH_MIN, ...(!isKept && { fault: fault ?? 'the document cannot be read' }) };
    }
    const { clients, authentication } = this.runtime.settings;
    const levels = authentication.levels.map(({ value }) => value);
    const read = readDocument(address, body, { resources: clients.metadataResources ?? [], levels });
    if ('fault' in read) return { until: this.now() + FRESH_MIN, fault: read.fault };
    try {
      await this.store(address, client, read, origin);
      return { until: this.now() + freshMs };
    } catch (error) {
      if (!(error instanceof AppError) || !['invalid', 'conflict', 'unavailable'].includes(error.kind)) throw error;
      return { until: this.now() + FRESH_MIN, fault: error.message };
    }
  }

  /** The text of the document. Without one, `fault` says why this is for good. */
  private async fetch(address: string): Promise<{ body?: string; fault?: string; freshMs: number }> {
    try {
      const asked = { headers: { accept: 'application/json' }, maxBytes: MAX_BYTES };
      const { status, headers, body } = await this.runtime.get(Outgoing).fetch(address, asked);
      if (status >= 500 || status === 429) return { freshMs: 0 };
      if (status !== 200) return { freshMs: 0, fault: `the document was answered with status ${status}` };
      if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
        return { freshMs: 0, fault: 'the document is not JSON' };
      return { body, freshMs: freshnessOf(headers['cache-control']) };
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      const isForGood = error.fault === 'address' || error.fault === 'too_large';
      return { freshMs: 0, ...(isForGood && { fault: 'the document cannot be read' }) };
    }
  }

  private async store(
    id: string,
    before: Client | null,
    { input, named }: { readonly input: DocumentInput; readonly named?: readonly string[] },
    origin: Origin,
  ): Promise<void> {
    const { runtime } = this;
    const customer = await this.customerOf(before);
    const ctx = new RequestContext(runtime, { kind: 'system', customerId: customer.id }, origin);
    const clients = ctx.get(ClientService);
    await checkOwnName(input.name, customer, await runtime.get(Brands).of(customer.id));
    const expiresAt = secondsAfter(runtime.clock.now(), KEPT_SECONDS);
    // A scope of an API is asked for like the resource that it belongs to.
    const resources = before?.heldMetadata.resources ?? input.resources ?? [];
    const apiScopeIds = await scopeIdsAt(ctx.em, customer.id, resources, named);
    if (before?.type === input.type) {
      const isSame = isUnchanged(before, input, secondsAfter(expiresAt, -DAY_SECONDS));
      if (isSame && (await hasScopes(ctx.em, before, apiScopeIds))) return;
      await clients.replace(id, { ...input, apiScopeIds }, { expiresAt });
      return;
    }
    // What an administrator has set would be gone with the client.
    if (before && isHeld(before))
      throw registrationErrors.INVALID_CLIENT_METADATA({ message: 'the client cannot change from or to having a key' });
    // A public client could be used by anybody, so it does not become the client that has a key, nor the other way around.
    if (before) await clients.delete(id);
    else await this.makeRoom(ctx, customer.id);
    const prepared = clients.prepare({ ...input, apiScopeIds }, { id, source: 'document', expiresAt });
    try {
      const [stored] = await ctx.db.transaction(({ em }) => clients.insert([prepared], em));
      if (stored instanceof AppError) throw stored;
    } catch (error) {
      // Another server may have stored it at the same moment.
      if (!(await runtime.fork().findOne(Client, { id, source: 'document' }))) throw error;
    }
  }

  private async customerOf(client: Client | null): Promise<Customer> {
    const { runtime } = this;
    const found = client
      ? await runtime.fork().findOne(Customer, { id: client.customerId })
      : (await findCustomers(runtime, runtime.settings.clients.metadataCustomer))[0];
    if (!found) throw new Error('CLIENT_METADATA_CUSTOMER names no customer.');
    return found;
  }

  /** Keeps the number of such clients below its limit, or nearly so if several servers store one at once. */
  private async makeRoom(ctx: RequestContext, customerId: string): Promise<void> {
    const { em } = ctx;
    const where = { customerId, source: 'document' } as const;
    if ((await em.count(Client, where)) < DOCUMENT_CLIENTS_MAX) return;
    const isUnused = raw(
      (alias) =>
        `${alias}.held_metadata = '{}' and not exists (select from consents k where k.client_id = ${alias}.id)`,
    );
    const unused = { [isUnused]: [] };
    const [oldest] = await em.find(Client, { ...where, ...unused }, { orderBy: { updatedAt: 'asc' }, limit: 1 });
    if (!oldest) throw registrationErrors.INVALID_CLIENT_METADATA({ message: 'there are too many such clients' });
    await ctx.get(ClientService).delete(oldest.id);
  }

  private now(): number {
    return this.runtime.clock.now().getTime();
  }
}

/** For how long an answer may be kept (RFC 9111 §5.2.2), within bounds. */
function freshnessOf(cacheControl = ''): number {
  const [, seconds] = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(cacheControl) ?? [];
  if (/no-store|no-cache/i.test(cacheControl)) return FRESH_MIN;
  return seconds === undefined ? FRESH : Math.min(Math.max(Number(seconds) * 1000, FRESH_MIN), FRESH_MAX);
}

const FIELDS = [
  'name',
  'redirectUris',
  'postLogoutRedirectUris',
  'grantTypes',
  'scopes',
  'tokenEndpointAuthMethod',
  'resources',
  'jwks',
  'jwksUri',
  'logoUri',
  'tosUri',
  'policyUri',
  'idTokenSignedResponseAlg',
  'requirePushedAuthorizationRequests',
  'requireSignedRequestObject',
  'dpopBoundAccessTokens',
  'subjectType',
  'sectorIdentifierUri',
  'defaultAcrValues',
  'defaultMaxAge',
] as const satisfies (keyof DocumentInput & keyof Client)[];

/** Whether the row says what the document says, as far as an administrator lets it, and lives at least until `least`. */
function isUnchanged(client: Client, input: DocumentInput, least: Date): boolean {
  if (client.expiresAt == null || client.expiresAt < least) return false;
  const said = withinHeld(input as Parameters<typeof withinHeld>[0], client, true);
  return FIELDS.every((field) => textOf(client[field]) === textOf(said[field]));
}

/** Whether the client has these scopes of APIs, or what an administrator has given it instead. */
async function hasScopes(em: EntityManager, client: Client, ids: readonly string[]): Promise<boolean> {
  if (client.heldMetadata.apiScopes) return true;
  return textOf(await heldScopeIds(em, client.id, client.customerId)) === textOf(ids);
}

/** Whether an administrator has changed the client. */
const isHeld = ({ heldMetadata }: Client): boolean => Object.keys(heldMetadata).length > 0;

const textOf = (value: unknown): string => JSON.stringify(value ?? null);
