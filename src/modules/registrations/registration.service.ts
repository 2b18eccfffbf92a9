import { raw } from '@mikro-orm/postgresql';
import { SCOPES } from '../../ground/kernel/access.ts';
import { secondsAfter } from '../../ground/kernel/clock.ts';
import { RequestContext, type Origin } from '../../ground/kernel/context.ts';
import { AppError } from '../../ground/kernel/errors.ts';
import { attempt, refuse, together } from '../../ground/kernel/input.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { digest, newSecretOf } from '../../ground/kernel/secret.ts';
import { audit } from '../audit/index.ts';
import { Brands } from '../branding/index.ts';
import {
  checkOwnName,
  ClientSecrets,
  ClientService,
  isClientId,
  isExpiredClient,
  sectorOf,
  type Client,
  type PreparedClient,
} from '../clients/index.ts';
import { ClientRegistration } from './client-registration.entity.ts';
import { InitialAccessToken } from './initial-access-token.entity.ts';
import {
  detailsOf,
  disallowedIn,
  fieldsOf,
  inProtocol,
  inputOf,
  invalidMetadata,
  readGiven,
  type RegisteredDetails,
} from './registration-metadata.ts';
import { checkSector } from './sector-document.ts';
import { withStatement } from './software-statement.ts';
import { stillGives } from './token-maker.ts';

type Members = Readonly<Record<string, unknown>>;

/** A client that manages itself, with its secret if it has just got one. */
export interface RegisteredClient {
  readonly client: Client;
  readonly clientSecret: string | null;
  readonly details: RegisteredDetails;
  readonly registrationToken: string;
}

/** Registers a client (RFC 7591 §3) with an initial access token. Null if the token does not register any clients now. */
export async function registerClient(
  runtime: Runtime,
  origin: Origin,
  token: string,
  members: Members,
): Promise<RegisteredClient | null> {
  const now = runtime.clock.now();
  const where = { tokenHash: digest(token), revokedAt: null, expiresAt: { $gt: now } };
  const policy = await runtime.fork().findOne(InitialAccessToken, where, { populate: ['customer'] });
  if (!policy || policy.clientsRegistered >= policy.clientsMax || !(await stillGives(runtime, policy))) return null;
  const { id, customerId, customer, clientLifetime = null } = policy;
  const ctx = new RequestContext(runtime, { kind: 'system', customerId }, origin);
  const clients = ctx.get(ClientService);
  const { input, details, errors } = await readMembers(runtime, members, policy);
  const expiresAt = clientLifetime === null ? null : secondsAfter(now, clientLifetime);
  let prepared: PreparedClient;
  try {
    const { resources, requireNonce } = policy;
    prepared = clients.prepare(
      { ...input, resources, requireNonce },
      { source: 'registered', expiresAt },
      unreadIn(errors),
    );
    await checkOwnName(prepared.registration.name, customer, await runtime.get(Brands).of(customerId));
  } catch (error) {
    throw withEarlier(errors, error);
  }
  refuse(errors);
  return runtime.db.transaction(async ({ em }) => {
    // Of clients that come at the same time, only as many as the token allows get past this.
    const room = { id, customerId, revokedAt: null, clientsRegistered: { $lt: raw('clients_max') } };
    const counted = { clientsRegistered: raw<number>('clients_registered + 1') };
    if ((await em.nativeUpdate(InitialAccessToken, room, counted)) === 0) return null;
    const [stored] = await clients.insert([prepared], em);
    if (stored instanceof AppError) throw stored;
    const { client, clientSecret } = stored!;
    const registrationToken = newSecretOf(customerId, 'ghr_');
    const tokenHash = digest(registrationToken);
    em.create(ClientRegistration, {
      customerId,
      clientId: client.id,
      initialAccessTokenId: id,
      tokenHash,
      details,
      createdAt: now,
    });
    const subject = { subjectType: 'initial_access_token', subjectId: id };
    audit.record(em, ctx, {
      action: 'initial_access_token.used',
      ...subject,
      details: { clientId: client.id, name: client.name },
    });
    return { client, clientSecret, details, registrationToken };
  });
}

/** The client that a registration access token is for. Null for another client's token, and for a client that has ended. */
export async function openRegistration(
  runtime: Runtime,
  origin: Origin,
  clientId: string,
  token: string,
): Promise<ManagedRegistration | null> {
  if (!isClientId(clientId)) return null;
  const where = { clientId, tokenHash: digest(token) };
  const options = { populate: ['initialAccessToken'], disableIdentityMap: true } as const;
  const [found] = await runtime.fork().find(ClientRegistration, where, options);
  if (!found) return null;
  const { customerId, details } = found;
  // A client changes and deletes itself, and nothing else: `ManagedRegistration` asks for no other.
  const viewer = { kind: 'client', customerId, clientId, scopes: new Set(SCOPES), documents: null } as const;
  const ctx = new RequestContext(runtime, viewer, origin);
  const client = await ctx.get(ClientService).find(clientId);
  if (!client || isExpiredClient(client, runtime.clock.now())) return null;
  return new ManagedRegistration(ctx, found.initialAccessToken, {
    client,
    clientSecret: null,
    details,
    registrationToken: token,
  });
}

/** The registration of one client, as the client manages it (RFC 7592). */
export class ManagedRegistration {
  constructor(
    private readonly ctx: RequestContext,
    private readonly policy: InitialAccessToken,
    readonly registered: RegisteredClient,
  ) {}

  /** Replaces all metadata. What is omitted is removed, or gets its default. What an administrator has set stays. */
  async replace(members: Members): Promise<RegisteredClient> {
    const { runtime } = this.ctx;
    const { client: before } = this.registered;
    const own = SERVERS_OWN.find((member) => member in members);
    if (own !== undefined) throw invalidMetadata(`${own} cannot be changed, so it must not be sent.`);
    // RFC 7592 §2.2: the client sends its own id, and no other secret than its own.
    if (members['client_id'] !== before.id) throw invalidMetadata('client_id must be the id of the client.');
    const { client_secret: secret } = members;
    const { input, details, errors } = await readMembers(runtime, members, this.policy, before);
    if (errors.length > 0) {
      // The rules between fields need the client, which is not locked for what is refused anyway.
      const found = attempt(() => this.ctx.get(ClientService).prepare(input, undefined, unreadIn(errors)));
      throw found instanceof AppError ? withEarlier(errors, found) : together(errors);
    }
    try {
      const { client, clientSecret } = await this.ctx.get(ClientService).replace(before.id, input, {
        mayGain: await stillGives(runtime, this.policy),
        first: async (locked, em) => {
          if (sectorOf(locked) !== sectorOf(before)) throw invalidMetadata('The client has changed meanwhile.');
          if (secret !== undefined && !(typeof secret === 'string' && (await isSecretOf(runtime, locked, secret))))
            throw invalidMetadata('client_secret is not the secret of the client.');
          const { id: clientId, customerId } = locked;
          await em.nativeUpdate(ClientRegistration, { customerId, clientId }, { details });
        },
      });
      return { ...this.registered, client, clientSecret, details };
    } catch (error) {
      throw inProtocol(error);
    }
  }

  /** Deletes the client with all its tokens and consents. */
  async remove(): Promise<void> {
    await this.ctx.get(ClientService).delete(this.registered.client.id);
  }
}

// RFC 7592 §2.2
const SERVERS_OWN = [
  'registration_access_token',
  'registration_client_uri',
  'client_secret_expires_at',
  'client_id_issued_at',
];

/** Reads what a client says of itself. Refuses what the initial access token does not allow. `before` is the client as it is. */
async function readMembers(runtime: Runtime, members: Members, policy: InitialAccessToken, before?: Client) {
  const read = readGiven(members);
  // Without the statement nobody knows what the client would be.
  if (read.errors.some(({ field }) => field === 'software_statement')) refuse(read.errors);
  const given = await withStatement(read.given, policy, {
    issuer: runtime.settings.server.baseUrl,
    now: runtime.clock.now(),
  });
  const input = inputOf(given, policy);
  const disallowed = disallowedIn(given, input, policy, runtime.settings.env === 'development');
  const errors = read.errors.length > 0 ? [...read.errors, ...told(disallowed, read.errors)] : disallowed;
  if (errors.length > 0) return { input, details: detailsOf(given), errors };
  // What an administrator has set stays, so it decides about the sector.
  const { subjectType, sectorIdentifierUri } = { ...input, ...before?.heldMetadata };
  await checkSector(runtime, { ...input, subjectType, sectorIdentifierUri }, policy, before);
  return { input, details: detailsOf(given), errors };
}

/** The fields that could not be read, or may not be what they are. */
const unreadIn = (errors: readonly AppError[]): ReadonlySet<string> =>
  fieldsOf(errors.flatMap(({ faults }) => faults.map(({ path }) => path.split('.')[0]!)));

/** The errors that are not about a member that others tell of. */
const told = (errors: readonly AppError[], others: readonly AppError[]): AppError[] =>
  errors.filter(({ field }) => !others.some((other) => other.field?.split('.')[0] === field?.split('.')[0]));

/** What was found first, together with what the registration says of the rest. */
function withEarlier(errors: readonly AppError[], later: unknown): unknown {
  const error = inProtocol(later);
  return error instanceof AppError && error.faults.length > 0
    ? together([...errors, error])
    : (together(errors) ?? error);
}

const isSecretOf = (runtime: Runtime, client: Client, secret: string): Promise<boolean> => {
  const { secretHash = null, previousSecretHash = null, previousSecretExpiresAt = null } = client;
  return runtime.get(ClientSecrets).match({ secretHash, previousSecretHash, previousSecretExpiresAt }, secret);
};
