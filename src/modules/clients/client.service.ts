import { LockMode, type EntityManager, type Loaded } from '@mikro-orm/postgresql';
import { secondsAfter } from '../../ground/kernel/clock.ts';
import { isSelf, type Scope } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { AppError, fault } from '../../ground/kernel/errors.ts';
import { findListed, type ListArgs } from '../../ground/lists/filter/index.ts';
import { newId } from '../../ground/kernel/ids.ts';
import { refuse, together } from '../../ground/kernel/input.ts';
import type { Connection } from '../../ground/lists/pagination.ts';
import { checkVersion } from '../../ground/kernel/version.ts';
import {
  attributePolicy,
  AttributeWriter,
  readWithAttributes,
  type GivenAttribute,
  type GivenAttributes,
  type StoredAttributes,
} from '../attributes/index.ts';
import { giveScopes, replaceScopes, scopesById, scopesWith, unknownScopes, type NamedScope } from '../apis/index.ts';
import { Brands, type Brand } from '../branding/index.ts';
import { audit, bothChanges, changesBetween } from '../audit/index.ts';
import { hashOfGenerated, hasSecret, newClientSecret } from './client-secret.service.ts';
import { explain } from './client.constraints.ts';
import { Client, type ClientKind, type ClientMetadata } from './client.entity.ts';
import { clientListing, reachedBy } from './client.filter.ts';
import { clientLoader } from './client.loader.ts';
import {
  DEFAULT_TYPE,
  defaultMetadata,
  readMetadata,
  fieldsIn,
  registrationErrors,
  type MetadataInput,
  type Registration,
} from './client-metadata.ts';
import { clientPolicy, type ClientDelete, type ClientGrant, type ClientWrite } from './client.policy.ts';
import { endAdministrationBy, endWhatDepended } from './client-effects.ts';
import { givenApiScopes, meansOf, readChanges } from './client-api-scopes.ts';
import { isClientId } from './client-id.ts';
import { withinHeld } from './held-metadata.ts';
import { checkOwnName } from './client-name.ts';
import { checkOwner } from './own-clients.ts';
import { clientErrors } from './errors.ts';

/** The longest grace period of a rotated secret: a week, in seconds. */
export const GRACE_MAX = 7 * 24 * 3600;

/** Changes to a client. */
export interface UpdateClient extends MetadataInput {
  /** The scopes of the customer's APIs that it may have, for itself or for its users: all of them. */
  readonly apiScopeIds?: readonly string[] | null;
  readonly attributes?: GivenAttributes;
}

export interface CreateClient extends UpdateClient {
  readonly name: string;
  /** Confidential by default. */
  readonly type?: ClientKind | null | undefined;
}

/** A client and its new secret, which is returned only once. Null for a client without a secret. */
export interface ClientWithSecret {
  readonly client: Client;
  readonly clientSecret: string | null;
}

/** Who makes a client, when it ends, and its id if it brings its own. */
export type ClientOrigin = Pick<Client, 'source' | 'expiresAt'> & { readonly id?: string };

const CREATED: ClientOrigin = { source: 'created', expiresAt: null };

/** A client to register, checked. */
export interface PreparedClient {
  readonly permit: ClientGrant;
  readonly registration: Registration;
  readonly apiScopeIds: readonly string[];
  readonly attributes: GivenAttributes;
}

/** Reads and changes OAuth clients for one viewer. */
export class ClientService {
  constructor(private readonly ctx: RequestContext) {}

  /** The client with this id, or null if there is none that the viewer reaches. */
  async find(id: string): Promise<Client | null> {
    const { viewer } = clientPolicy.read(this.ctx.viewer);
    const client = isClientId(id) ? await this.ctx.loader(clientLoader).load(id) : null;
    const { ownerId } = clientPolicy.reach(viewer, 'read');
    return client && (ownerId === undefined || client.ownerId === ownerId) ? client : null;
  }

  /** A page of the clients that the viewer reaches and that meet what a caller asks for. */
  async list(args: ListArgs): Promise<Connection<Client>> {
    const { customerId, viewer } = clientPolicy.read(this.ctx.viewer);
    return findListed(this.ctx, clientListing, customerId, args, reachedBy(viewer));
  }

  /** Registers a client. A member owns their client; all other clients belong to the customer. */
  async create(input: CreateClient): Promise<ClientWithSecret> {
    const values = { given: input.attributes, relation: attributePolicy.relation(this.ctx.viewer, 'write', true) };
    const prepared = await readWithAttributes(this.ctx, 'client', { ...values, isNew: true }, () =>
      this.prepare(input),
    );
    return this.work(async (tx) => {
      const [stored] = await this.insert([prepared], tx);
      if (stored instanceof AppError) throw stored;
      return stored!;
    });
  }

  /** Checks a client to register, and whether the viewer may. Rules about fields that are `unknown` to the caller wait. */
  prepare(wanted: CreateClient, origin: ClientOrigin = CREATED, unknown: Iterable<string> = []): PreparedClient {
    const { type: given, attributes, apiScopeIds, ...input } = wanted;
    const granted = clientPolicy.create(this.ctx.viewer, this.ctx.settings.clients);
    const type = given ?? DEFAULT_TYPE;
    const ownerId = clientPolicy.owner(this.ctx.viewer, 'write');
    const { metadata, errors: ofMetadata } = readMetadata(input, this.ctx.settings);
    const scopes = givenApiScopes(apiScopeIds);
    const errors = [...ofMetadata, ...scopes.errors];
    const client = { ...defaultMetadata(type, metadata.fapi2), name: '', ...metadata, type, ownerId, ...origin };
    const unread = new Set([...unknown, ...fieldsIn(errors)]);
    const means = { ...client, hasApiScopes: scopes.ids !== undefined && scopes.ids.length > 0 };
    if (unread.size > 0) refuse([...errors, ...registrationErrors(means, unread)]);
    const permit = clientPolicy.grant(granted, means);
    refuse(registrationErrors(means));
    return { permit, registration: client, apiScopeIds: scopes.ids ?? [], attributes };
  }

  /** Changes the given fields. Omitted fields stay unchanged. */
  async update(
    id: string,
    { attributes: given, apiScopeIds: givenScopes, ...input }: UpdateClient,
    expectedVersion?: number | null,
  ): Promise<Client> {
    const granted = clientPolicy.write(this.ctx.viewer);
    const attributes = given ?? [];
    const relation = attributePolicy.relation(granted.viewer, 'write', true);
    const values = { given: attributes, relation, isNew: false };
    const { changes, apiScopeIds } = await readWithAttributes(this.ctx, 'client', values, () =>
      readChanges(input, givenScopes, this.ctx.settings),
    );
    if (Object.keys(changes).length === 0 && attributes.length === 0 && !apiScopeIds)
      throw fault('input', 'no_changes');
    return this.locked(granted, id, 'write', async (client, tx) => {
      const apiScopes = apiScopeIds && (await scopesWith(tx, client.customerId, apiScopeIds));
      await this.apply(granted, tx, client, changes, { expectedVersion, attributes, apiScopes });
      return client;
    });
  }

  /**
   * Replaces all that a client says of itself, as it does itself (RFC 7592 §2.2), and when it ends if that is given. What an
   * administrator has set stays. `first` runs before, in the same unit of work. A client that then needs a secret and has none
   * gets one. One that `mayGain` nothing gets no more powers.
   */
  async replace(
    id: string,
    { type, apiScopeIds, ...input }: Omit<CreateClient, 'attributes'>,
    {
      first,
      expiresAt,
      mayGain = true,
    }: {
      readonly first?: (client: Client, tx: EntityManager) => Promise<void>;
      readonly expiresAt?: Date;
      readonly mayGain?: boolean;
    },
  ): Promise<ClientWithSecret> {
    const granted = clientPolicy.write(this.ctx.viewer);
    const { metadata, errors } = readMetadata(input, this.ctx.settings);
    refuse(errors);
    return this.locked(granted, id, 'write', async (client, tx) => {
      if (type && type !== client.type) throw fault('tokenEndpointAuthMethod', 'fixed', { value: 'none' });
      await first?.(client, tx);
      if (expiresAt) client.expiresAt = expiresAt;
      const known = client.heldMetadata.apiScopes
        ? null
        : apiScopeIds && (await scopesById(tx, client.customerId, apiScopeIds));
      const apiScopes = known ? [...known.values()] : undefined;
      await this.apply(granted, tx, client, withinHeld(metadata, client, mayGain), { apiScopes, byItself: true });
      if (!hasSecret(client) || client.secretHash) return { client, clientSecret: null };
      const permit = await this.mayChange(tx, client);
      return { client, clientSecret: this.replaceSecret(permit, tx, client, 0) };
    });
  }

  /** Changes a client whose row is locked, in a unit of work of the caller. */
  async apply(
    granted: ClientWrite,
    tx: EntityManager,
    client: Loaded<Client, 'customer'>,
    changes: Partial<ClientMetadata>,
    {
      expectedVersion,
      attributes = [],
      apiScopes,
      byItself = false,
    }: {
      expectedVersion?: number | null | undefined;
      attributes?: readonly GivenAttribute[];
      /** All that it is to have. */
      apiScopes?: readonly NamedScope[] | undefined;
      byItself?: boolean;
    } = {},
  ): Promise<void> {
    await this.mayChange(tx, client);
    checkVersion(client, expectedVersion);
    const next = { ...client, ...changes, hasApiScopes: apiScopes !== undefined && apiScopes.length > 0 };
    const permit = clientPolicy.grant(granted, next);
    refuse(registrationErrors(next));
    const isForeign = client.ownerId !== null || client.source !== 'created';
    if (isForeign && changes.name !== undefined)
      await checkOwnName(changes.name, client.customer, await this.brand(client.customerId, tx));
    await endWhatDepended(tx, client, changes);
    if (client.source !== 'created' && !byItself)
      client.heldMetadata = { ...client.heldMetadata, ...changes, ...(apiScopes && { apiScopes: true }) };
    const scopes = apiScopes && (await replaceScopes(tx, client, apiScopes));
    await this.change(permit, tx, client, changes, attributes, scopes);
  }

  /** Gives the client a new secret. The previous one keeps working for `gracePeriod` seconds, older ones do not. */
  async rotateSecret(id: string, gracePeriod: number, expectedVersion?: number | null): Promise<ClientWithSecret> {
    const granted = clientPolicy.write(this.ctx.viewer);
    if (!Number.isInteger(gracePeriod) || gracePeriod < 0 || gracePeriod > GRACE_MAX)
      throw fault('gracePeriod', 'seconds', { min: 0, max: GRACE_MAX });
    return this.locked(granted, id, 'write', async (client, tx) => {
      const permit = await this.mayChange(tx, client);
      checkVersion(client, expectedVersion);
      if (!hasSecret(client)) throw clientErrors.CLIENT_HAS_NO_SECRET();
      await endAdministrationBy(tx, client);
      return { client, clientSecret: this.replaceSecret(permit, tx, client, gracePeriod) };
    });
  }

  /** Deletes the client. The database deletes its codes, tokens and consents with it. Returns the deleted client. */
  async delete(id: string, expectedVersion?: number | null): Promise<Client> {
    const granted = clientPolicy.delete(this.ctx.viewer);
    return this.locked(granted, id, 'admin', async (client, tx) => {
      const permit = clientPolicy.remove(this.ctx.viewer, client);
      checkVersion(client, expectedVersion);
      this.remove(permit, tx, client);
      return client;
    });
  }

  /** Stores clients, in a unit of work of the caller. Returns each with its secret, or why its attributes are refused. */
  async insert(prepared: readonly PreparedClient[], tx: EntityManager): Promise<(ClientWithSecret | AppError)[]> {
    const [first] = prepared;
    if (!first) return [];
    const { customerId, viewer } = first.permit;
    const use = prepared.some(({ attributes }) => attributes?.length) ? 'store' : 'defaults';
    const writer = await AttributeWriter.open(tx, customerId, 'client', use);
    // A viewer who is not an administrator owns the client.
    const relation = attributePolicy.relation(viewer, 'write', true);
    const values = await writer.created(prepared.map(({ attributes: given }) => ({ given, relation })));
    const ids = prepared.flatMap(({ apiScopeIds }) => apiScopeIds);
    const known = await scopesById(tx, customerId, ids);
    return Promise.all(
      prepared.map(async (each, n) => {
        const attributes = values[n]!;
        const unknown = unknownScopes(each.apiScopeIds, known);
        if (attributes instanceof AppError || unknown)
          return together([attributes, unknown].filter((error) => error instanceof AppError))!;
        const scopes = each.apiScopeIds.map((id) => known.get(id)!);
        return this.store(each, attributes, scopes, tx);
      }),
    );
  }

  private async store(
    { permit: { customerId }, registration }: PreparedClient,
    attributes: StoredAttributes,
    apiScopes: readonly NamedScope[],
    tx: EntityManager,
  ): Promise<ClientWithSecret> {
    const now = this.ctx.clock.now();
    const clientSecret = hasSecret(registration) ? newClientSecret() : null;
    const { name, type, ownerId, source, redirectUris, grantTypes, scopes } = registration;
    if (ownerId) await checkOwner(tx, await this.brand(customerId, tx), { ownerId, name });
    const client = tx.create(Client, {
      ...registration,
      attributes,
      id: registration.id ?? newId(now),
      customerId,
      secretHash: clientSecret && hashOfGenerated(clientSecret),
      previousSecretExpiresAt: null,
      rotatedAt: null,
      createdAt: now,
      updatedAt: now,
    });
    this.record(tx, 'created', client, {
      name,
      type,
      ownerId,
      redirectUris,
      grantTypes,
      scopes,
      ...(apiScopes.length > 0 && { apiScopes: giveScopes(tx, client, apiScopes) }),
      ...(source !== 'created' && { source }),
    });
    return { client, clientSecret };
  }

  /** Refuses a viewer who lacks a right of the client. */
  private async mayChange(tx: EntityManager, client: Client): Promise<ClientGrant> {
    return clientPolicy.change(this.ctx.viewer, await meansOf(this.ctx, tx, client), this.ctx.settings.clients);
  }

  private brand(customerId: string, tx: EntityManager): Promise<Brand> {
    return this.ctx.runtime.get(Brands).of(customerId, tx);
  }

  private async change(
    { customerId, viewer }: ClientGrant,
    tx: EntityManager,
    client: Client,
    changes: Partial<ClientMetadata>,
    given: readonly GivenAttribute[],
    scopes: { readonly from: string[]; readonly to: string[] } | undefined,
  ): Promise<void> {
    const writer = given.length > 0 ? await AttributeWriter.open(tx, customerId, 'client', 'store') : null;
    const relation = attributePolicy.relation(viewer, 'write', isSelf(viewer, client.ownerId ?? ''));
    const before = { ...client };
    const values = { id: client.id, before: client.attributes, given, relation };
    const [attributed] = (await writer?.changed([values])) ?? [];
    if (attributed instanceof AppError) throw attributed;
    if (attributed) client.attributes = attributed.attributes;
    tx.assign(client, { ...changes, updatedAt: this.ctx.clock.now() });
    if (!hasSecret(client))
      tx.assign(client, { secretHash: null, previousSecretHash: null, previousSecretExpiresAt: null });
    const fields = changesBetween<ClientMetadata>(before, client, Object.keys(changes) as (keyof ClientMetadata)[]);
    const ofScopes = scopes && changesBetween({ apiScopes: scopes.from }, { apiScopes: scopes.to }, ['apiScopes']);
    this.record(tx, 'updated', client, bothChanges(bothChanges(fields, ofScopes), attributed?.details));
  }

  private replaceSecret(_permit: ClientGrant, tx: EntityManager, client: Client, gracePeriod: number): string {
    const now = this.ctx.clock.now();
    const secret = newClientSecret();
    client.previousSecretHash = gracePeriod > 0 ? client.secretHash : null;
    client.previousSecretExpiresAt = gracePeriod > 0 ? secondsAfter(now, gracePeriod) : null;
    client.secretHash = hashOfGenerated(secret);
    client.rotatedAt = now;
    this.record(tx, 'secret_rotated', client, { gracePeriod });
    return secret;
  }

  /** Deletes a client whose row is locked, in a unit of work of the caller. */
  remove(_permit: ClientDelete, tx: EntityManager, client: Client): void {
    tx.remove(client);
    this.record(tx, 'deleted', client, { name: client.name });
  }

  private record(em: EntityManager, what: string, { id: subjectId }: Client, details: object): void {
    const entry = { action: `client.${what}`, subjectType: 'client', subjectId, details: { ...details } };
    audit.record(em, this.ctx, entry);
  }

  /** One unit of work: all of it is stored, or nothing. */
  private work<Result>(steps: (em: EntityManager) => Promise<Result>): Promise<Result> {
    return this.ctx.db.transaction(({ em }) => steps(em)).catch(explain);
  }

  /**
   * Runs `work` on the client with its row locked, and stores the changes. So nobody can give the client more rights between
   * the check of the viewer's rights and the change.
   */
  private async locked<Result>(
    { customerId }: ClientWrite | ClientDelete,
    id: string,
    scope: Scope,
    work: (client: Loaded<Client, 'customer'>, tx: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    if (!isClientId(id)) throw clientErrors.CLIENT_NOT_FOUND();
    const reached = clientPolicy.reach(this.ctx.viewer, scope);
    if (scope === 'write') clientPolicy.ownClients(reached.ownerId ?? null, this.ctx.settings.clients);
    return this.work(async (tx) => {
      const client = await tx.findOne(
        Client,
        { id, customerId, ...reached },
        {
          populate: ['attributes', 'secretHash', 'customer'],
          lockMode: LockMode.PESSIMISTIC_WRITE,
          lockTableAliases: ['c0'],
        },
      );
      if (!client) throw clientErrors.CLIENT_NOT_FOUND();
      return work(client, tx);
    });
  }
}
