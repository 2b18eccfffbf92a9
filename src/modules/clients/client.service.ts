import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { secondsAfter } from '../../kernel/clock.ts';
import type { Scope } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { invalid } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { connectionOf, idEdge, readPage, type Connection, type PageArgs } from '../../kernel/pagination.ts';
import { newSecret } from '../../kernel/secret.ts';
import { likePattern, readText } from '../../kernel/text.ts';
import { AuditEvent, auditEvent } from '../audit/index.ts';
import { endAdministration } from '../consents/index.ts';
import { User } from '../users/index.ts';
import { hashOfServerMade } from './client-secret.service.ts';
import { Client, type ClientType } from './client.entity.ts';
import { clientLoader } from './client.loader.ts';
import {
  checkRegistration,
  defaultMetadata,
  readMetadata,
  type ClientMetadata,
  type MetadataInput,
} from './client.metadata.ts';
import { clientPolicy, type ClientDelete, type ClientGrant, type ClientWrite } from './client.policy.ts';
import { isClientId } from './client-id.ts';
import { isImitation, NAME_MAX } from './client-name.ts';
import { clientCount, clientPage, customerName, ownClientCount, ownClientPage, type ClientRow } from './client.sql.ts';
import { clientErrors } from './errors.ts';

/** The longest a client's last secret may work beside the new one: a week, in seconds. */
export const GRACE_MAX = 7 * 24 * 3600;

/** The most clients a member has of their own. */
export const OWN_CLIENTS_MAX = 20;

export interface CreateClient extends MetadataInput {
  readonly name: string;
  /** Confidential by default. */
  readonly type?: ClientType | null | undefined;
}

/** A client, and its new secret: the only time it is told. Null for a public client, which has none. */
export interface ClientWithSecret {
  readonly client: ClientRow;
  readonly clientSecret: string | null;
}

/** OAuth clients as one viewer may see and change them. */
export class ClientService {
  constructor(private readonly ctx: RequestContext) {}

  /** The client, or null when the viewer reaches none of this id. */
  async find(id: string): Promise<ClientRow | null> {
    clientPolicy.read(this.ctx.viewer);
    return isClientId(id) ? this.ctx.loader(clientLoader).load(id) : null;
  }

  /** The clients the viewer reaches, ordered by id; `search` finds a part of the name in any case. */
  async list(args: PageArgs, search: string | null | undefined): Promise<Connection<ClientRow>> {
    const { customerId } = clientPolicy.read(this.ctx.viewer);
    const owner = clientPolicy.owner(this.ctx.viewer, 'read');
    const page = readPage(args, isClientId);
    const { db } = this.ctx;
    const matching = [customerId, likePattern(search ? readText('search', search, { min: 0, max: NAME_MAX }) : '')];
    const window = [...matching, page.after ?? '', page.first + 1];
    const rows = owner ? await db.rows(ownClientPage, [...window, owner]) : await db.rows(clientPage, window);
    const total = async () =>
      (await (owner ? db.first(ownClientCount, [...matching, owner]) : db.first(clientCount, matching)))!.count;
    return connectionOf(rows, page, idEdge, total);
  }

  /** Registers a client; a member's belongs to the member, every other one to the customer. */
  async create({ type: given, ...input }: CreateClient): Promise<ClientWithSecret> {
    const granted = clientPolicy.write(this.ctx.viewer);
    const type = given ?? 'confidential';
    const metadata = { ...defaultMetadata(type), name: '', ...readMetadata(input, this.ctx.settings.env) };
    const ownerId = clientPolicy.owner(this.ctx.viewer, 'write');
    clientPolicy.ownClients(ownerId, this.ctx.settings.clients);
    const permit = clientPolicy.grant(granted, metadata);
    checkRegistration({ ...metadata, type, ownerId });
    if (ownerId) await this.checkOwnName(permit, metadata.name);
    return this.insert(permit, { ...metadata, type, ownerId });
  }

  /** Changes what is given; what is left out stays. */
  async update(id: string, input: MetadataInput): Promise<ClientRow> {
    const granted = clientPolicy.write(this.ctx.viewer);
    const changes = readMetadata(input, this.ctx.settings.env);
    if (Object.keys(changes).length === 0) throw invalid('input', 'Nothing to change is given.');
    return this.locked(granted, id, 'write', async (client, tx) => {
      clientPolicy.grant(granted, client);
      const permit = clientPolicy.grant(granted, { ...client, ...changes });
      checkRegistration({ ...client, ...changes });
      if (client.ownerId && changes.name !== undefined) await this.checkOwnName(permit, changes.name);
      if (changesReach(client, changes)) await endAdministration(tx, client);
      this.change(permit, tx, client, changes);
      return client;
    });
  }

  /**
   * Gives the client a new secret. The one before works for `gracePeriod` seconds more, none by default; any older one
   * is dead at once.
   */
  async rotateSecret(id: string, gracePeriod: number): Promise<ClientWithSecret> {
    const granted = clientPolicy.write(this.ctx.viewer);
    if (!Number.isInteger(gracePeriod) || gracePeriod < 0 || gracePeriod > GRACE_MAX)
      throw invalid('gracePeriod', `gracePeriod must be a whole number of seconds from 0 to ${GRACE_MAX}.`);
    return this.locked(granted, id, 'write', async (client, tx) => {
      const permit = clientPolicy.grant(granted, client);
      if (!hasSecret(client)) throw clientErrors.CLIENT_HAS_NO_SECRET();
      await endAdministration(tx, client);
      return { client, clientSecret: this.replaceSecret(permit, tx, client, gracePeriod) };
    });
  }

  /** Deletes the client; in the database its codes, tokens and consents go with it. Returns it as it was. */
  async delete(id: string): Promise<ClientRow> {
    const permit = clientPolicy.delete(this.ctx.viewer);
    return this.locked(permit, id, 'admin', async (client, tx) => {
      this.remove(permit, tx, client);
      return client;
    });
  }

  /** Nobody takes a member's application for the customer's, or for this server. */
  private async checkOwnName({ customerId }: ClientGrant, name: string): Promise<void> {
    const customer = await this.ctx.db.first(customerName, [customerId]);
    if (isImitation(name, ['guildhall', customer!.name]))
      throw invalid('name', 'name looks like the name of this service, or mixes alphabets that look alike.');
  }

  private async insert(
    { customerId }: ClientGrant,
    registration: ClientMetadata & Pick<Client, 'type' | 'ownerId'>,
  ): Promise<ClientWithSecret> {
    const { em, clock } = this.ctx;
    const now = clock.now();
    const clientSecret = hasSecret(registration) ? newClientSecret() : null;
    const { name, type, ownerId, redirectUris, grantTypes, scopes } = registration;
    return em.transactional(async (tx) => {
      if (ownerId) await assertRoom(tx, customerId, ownerId);
      const client = tx.create(Client, {
        ...registration,
        id: newId(now),
        customerId,
        secretHash: clientSecret && hashOfServerMade(clientSecret),
        previousSecretExpiresAt: null,
        rotatedAt: null,
        createdAt: now,
        updatedAt: now,
      });
      this.record(tx, 'created', client, { name, type, ownerId, redirectUris, grantTypes, scopes });
      return { client, clientSecret };
    });
  }

  private change(_permit: ClientGrant, tx: EntityManager, client: Client, changes: Partial<ClientMetadata>): void {
    tx.assign(client, { ...changes, updatedAt: this.ctx.clock.now() });
    if (!hasSecret(client))
      tx.assign(client, { secretHash: null, previousSecretHash: null, previousSecretExpiresAt: null });
    this.record(tx, 'updated', client, changes);
  }

  private replaceSecret(_permit: ClientGrant, tx: EntityManager, client: Client, gracePeriod: number): string {
    const now = this.ctx.clock.now();
    const secret = newClientSecret();
    client.previousSecretHash = gracePeriod > 0 ? client.secretHash : null;
    client.previousSecretExpiresAt = gracePeriod > 0 ? secondsAfter(now, gracePeriod) : null;
    client.secretHash = hashOfServerMade(secret);
    client.rotatedAt = now;
    this.record(tx, 'secret_rotated', client, { gracePeriod });
    return secret;
  }

  private remove(_permit: ClientDelete, tx: EntityManager, client: Client): void {
    tx.remove(client);
    this.record(tx, 'deleted', client, { name: client.name });
  }

  private record(em: EntityManager, what: string, { id: subjectId }: Client, details: object): void {
    const entry = { action: `client.${what}`, subjectType: 'client', subjectId, details: { ...details } };
    em.create(AuditEvent, auditEvent(this.ctx, entry));
  }

  /**
   * Runs `work` on the client with its row locked, and writes what it did: nobody can give the client more between the
   * question whether the viewer may and the change.
   */
  private async locked<Result>(
    { customerId }: ClientWrite | ClientDelete,
    id: string,
    scope: Scope,
    work: (client: Client, tx: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    if (!isClientId(id)) throw clientErrors.CLIENT_NOT_FOUND();
    const owner = clientPolicy.owner(this.ctx.viewer, scope);
    if (scope === 'write') clientPolicy.ownClients(owner, this.ctx.settings.clients);
    const where = { id, customerId, ...(owner && { ownerId: owner }) };
    return this.ctx.em.transactional(async (tx) => {
      const client = await tx.findOne(Client, where, {
        populate: ['secretHash'],
        lockMode: LockMode.PESSIMISTIC_WRITE,
        refresh: true,
      });
      if (!client) throw clientErrors.CLIENT_NOT_FOUND();
      return work(client, tx);
    });
  }
}

/** What decides who gets the client's tokens, and what they are good for. */
const REACH = [
  'redirectUris',
  'scopes',
  'grantTypes',
  'resources',
  'tokenEndpointAuthMethod',
  'jwks',
  'jwksUri',
] as const satisfies (keyof ClientMetadata)[];

const changesReach = (client: ClientMetadata, changes: Partial<ClientMetadata>): boolean =>
  REACH.some((field) => field in changes && JSON.stringify(changes[field]) !== JSON.stringify(client[field]));

/** Whether the client proves who it is with a secret: one registered for it with a key has none that could be lost. */
const hasSecret = ({ type, tokenEndpointAuthMethod }: Pick<Client, 'type' | 'tokenEndpointAuthMethod'>): boolean =>
  type === 'confidential' && tokenEndpointAuthMethod !== 'private_key_jwt';

/** Of two that are made at the same time, the later one waits at the owner's row and sees the other. */
async function assertRoom(tx: EntityManager, customerId: string, ownerId: string): Promise<void> {
  await tx.findOne(User, { id: ownerId, customerId }, { fields: ['id'], lockMode: LockMode.PESSIMISTIC_WRITE });
  if ((await tx.count(Client, { customerId, ownerId })) >= OWN_CLIENTS_MAX)
    throw clientErrors.TOO_MANY_CLIENTS({ message: `You have ${OWN_CLIENTS_MAX} clients, and cannot have more.` });
}

/** A secret that secret scanners know by its beginning. */
const newClientSecret = (): string => newSecret('ghs_');
