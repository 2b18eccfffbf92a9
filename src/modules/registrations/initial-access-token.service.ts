import { LockMode, sql, type EntityManager } from '@mikro-orm/postgresql';
import { ALL_SCOPES, type Viewer } from '../../ground/kernel/access.ts';
import { DAY_SECONDS, secondsAfter } from '../../ground/kernel/clock.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { findPage } from '../../ground/lists/entity-page.ts';
import { fault } from '../../ground/kernel/errors.ts';
import { isUuid, newId } from '../../ground/kernel/ids.ts';
import { readAll } from '../../ground/kernel/input.ts';
import { orderBy } from '../../ground/lists/order.ts';
import type { Connection, PageArgs } from '../../ground/lists/pagination.ts';
import type { Settings } from '../../ground/kernel/runtime.ts';
import { digest, newSecretOf } from '../../ground/kernel/secret.ts';
import { readLine } from '../../ground/kernel/text.ts';
import { audit } from '../audit/index.ts';
import {
  CLIENT_AUTH_METHODS,
  GRANT_TYPES,
  readDetailsTypes,
  readJwks,
  readResources,
  type Client,
  type ClientAuthMethod,
  type GrantType,
} from '../clients/index.ts';
import { ClientRegistration } from './client-registration.entity.ts';
import { registrationErrors } from './errors.ts';
import { InitialAccessToken } from './initial-access-token.entity.ts';
import { initialAccessTokenLoader, registeredClientPages } from './initial-access-token.loader.ts';
import { readRedirectHosts } from './redirect-host.ts';
import { registrationPolicy, type RegistrationWrite } from './registration.policy.ts';

export const TOKEN_NAME_MAX = 255;
/** The most clients that one token can register. */
export const CLIENTS_MAX = 10_000;
/** The shortest and the longest lifetimes, in seconds. */
export const LIFETIME_MIN = 60;
export const TOKEN_LIFETIME_MAX = 366 * DAY_SECONDS;
export const CLIENT_LIFETIME_MAX = 3660 * DAY_SECONDS;
export const ISSUER_MAX = 2048;

/** A new token. What is omitted or null has its default. */
export interface CreateInitialAccessToken {
  readonly name: string;
  readonly redirectHosts: readonly string[];
  readonly grantTypes?: readonly GrantType[] | null | undefined;
  readonly scopes?: readonly string[] | null | undefined;
  readonly tokenEndpointAuthMethods?: readonly ClientAuthMethod[] | null | undefined;
  readonly resources?: readonly string[] | null | undefined;
  readonly authorizationDetailsTypes?: readonly string[] | null | undefined;
  readonly requireNonce?: boolean | null | undefined;
  readonly clientsMax?: number | null | undefined;
  readonly lifetime?: number | null | undefined;
  readonly clientLifetime?: number | null | undefined;
  readonly statementIssuer?: string | null | undefined;
  readonly statementJwks?: unknown;
}

/** A new token with its secret, which is returned only once. */
export interface CreatedInitialAccessToken {
  readonly initialAccessToken: InitialAccessToken;
  readonly secret: string;
}

type Read = ReturnType<typeof readToken>;

const NEWEST_FIRST = orderBy(InitialAccessToken, { id: 'desc' });

/** The tokens with which clients register themselves, for the administrators of a customer. */
export class InitialAccessTokenService {
  constructor(private readonly ctx: RequestContext) {}

  /** The token with this id, or null if the viewer's customer has none. */
  async find(id: string): Promise<InitialAccessToken | null> {
    registrationPolicy.read(this.ctx.viewer);
    return isUuid(id) ? this.ctx.loader(initialAccessTokenLoader).load(id.toLowerCase()) : null;
  }

  /** The customer's tokens, newest first, those that have ended included. */
  async list(args: PageArgs): Promise<Connection<InitialAccessToken>> {
    const { customerId } = registrationPolicy.read(this.ctx.viewer);
    return findPage(this.ctx.db, InitialAccessToken, sql`e.customer_id = ${customerId}::uuid`, NEWEST_FIRST, args);
  }

  /** The clients that a token has registered, newest first. */
  async clients({ id }: InitialAccessToken, args: PageArgs): Promise<Connection<Client>> {
    registrationPolicy.read(this.ctx.viewer);
    return registeredClientPages.of(this.ctx, id, args);
  }

  /** Makes a token. `BEYOND_OWN_RIGHTS` if it would let clients do what the viewer may not. */
  async create(input: CreateInitialAccessToken): Promise<CreatedInitialAccessToken> {
    const { viewer, settings } = this.ctx;
    registrationPolicy.create(viewer, settings.clients);
    const read = readToken(input, settings);
    return this.insert(registrationPolicy.give(viewer, settings.clients, read), read);
  }

  /** Ends a token. Clients that it has registered stay. `withRegistrations` ends their registration access tokens, too. */
  async revoke(id: string, withRegistrations: boolean): Promise<InitialAccessToken> {
    return this.end(registrationPolicy.revoke(this.ctx.viewer), id, withRegistrations);
  }

  private async insert({ customerId, viewer }: RegistrationWrite, read: Read): Promise<CreatedInitialAccessToken> {
    const now = this.ctx.clock.now();
    const secret = newSecretOf(customerId, 'ghi_');
    const { lifetime, ...policy } = read;
    return this.ctx.db.transaction(async ({ em }) => {
      const made = em.create(InitialAccessToken, {
        id: newId(now),
        customerId,
        ...policy,
        tokenHash: digest(secret),
        ...makerOf(viewer),
        clientsRegistered: 0,
        createdAt: now,
        expiresAt: secondsAfter(now, lifetime),
        revokedAt: null,
      });
      this.record(em, 'created', made, { ...policy, statementJwks: undefined, lifetime });
      return Promise.resolve({ initialAccessToken: made, secret });
    });
  }

  private async end(
    { customerId }: RegistrationWrite,
    id: string,
    withRegistrations: boolean,
  ): Promise<InitialAccessToken> {
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    return this.ctx.db.transaction(async ({ em }) => {
      const where = { customerId, id: id.toLowerCase() };
      const found = isUuid(id) ? await em.findOne(InitialAccessToken, where, { lockMode }) : null;
      if (!found) throw registrationErrors.INITIAL_ACCESS_TOKEN_NOT_FOUND();
      const managed = { customerId, initialAccessTokenId: found.id, tokenHash: { $ne: null } };
      const ended = withRegistrations ? await em.nativeUpdate(ClientRegistration, managed, { tokenHash: null }) : 0;
      if (found.revokedAt && ended === 0) return found;
      found.revokedAt ??= this.ctx.clock.now();
      this.record(em, 'revoked', found, { name: found.name, ...(ended > 0 && { registrationTokens: ended }) });
      return found;
    });
  }

  private record(em: EntityManager, what: string, { id }: InitialAccessToken, details: object): void {
    const action = `initial_access_token.${what}`;
    audit.record(em, this.ctx, { action, subjectType: 'initial_access_token', subjectId: id, details: { ...details } });
  }
}

/** Whom a token depends on. */
const makerOf = (viewer: Viewer): Pick<InitialAccessToken, 'makerType' | 'makerId'> => {
  if (viewer.kind === 'user') return { makerType: 'user', makerId: viewer.userId };
  return viewer.kind === 'client'
    ? { makerType: 'client', makerId: viewer.clientId }
    : { makerType: null, makerId: null };
};

/** What a token lets clients be registered with, if nothing is said. */
export const TOKEN_DEFAULTS = {
  grantTypes: ['authorization_code', 'refresh_token'],
  scopes: ['openid', 'profile', 'email'],
  tokenEndpointAuthMethods: CLIENT_AUTH_METHODS,
  resources: [],
  authorizationDetailsTypes: [],
  requireNonce: true,
  clientsMax: 1,
  lifetime: DAY_SECONDS,
} as const satisfies Partial<CreateInitialAccessToken>;

/** Reads a new token. Throws one error for all that is wrong. */
function readToken(input: CreateInitialAccessToken, settings: Settings) {
  const { statementIssuer, statementJwks } = input;
  const read = readAll({
    name: () => readLine('name', input.name, { max: TOKEN_NAME_MAX }),
    redirectHosts: () => readRedirectHosts(input.redirectHosts),
    grantTypes: () => readSome('grantTypes', input.grantTypes ?? TOKEN_DEFAULTS.grantTypes, GRANT_TYPES),
    scopes: () => readSome('scopes', input.scopes ?? TOKEN_DEFAULTS.scopes, ALL_SCOPES),
    tokenEndpointAuthMethods: () =>
      readSome(
        'tokenEndpointAuthMethods',
        input.tokenEndpointAuthMethods ?? TOKEN_DEFAULTS.tokenEndpointAuthMethods,
        CLIENT_AUTH_METHODS,
      ),
    resources: () => readResources(input.resources ?? TOKEN_DEFAULTS.resources),
    authorizationDetailsTypes: () =>
      readDetailsTypes(input.authorizationDetailsTypes ?? TOKEN_DEFAULTS.authorizationDetailsTypes, settings),
    requireNonce: () => input.requireNonce ?? TOKEN_DEFAULTS.requireNonce,
    clientsMax: () => readNumber('clientsMax', input.clientsMax ?? TOKEN_DEFAULTS.clientsMax, 1, CLIENTS_MAX),
    lifetime: () => readNumber('lifetime', input.lifetime ?? TOKEN_DEFAULTS.lifetime, LIFETIME_MIN, TOKEN_LIFETIME_MAX),
    clientLifetime: () =>
      input.clientLifetime == null
        ? null
        : readNumber('clientLifetime', input.clientLifetime, LIFETIME_MIN, CLIENT_LIFETIME_MAX),
    statementIssuer: () =>
      statementIssuer == null ? null : readLine('statementIssuer', statementIssuer, { max: ISSUER_MAX }),
    statementJwks: () => (statementJwks == null ? null : readJwks(statementJwks, 'statementJwks')),
  });
  if ((read.statementIssuer === null) !== (read.statementJwks === null))
    throw fault('statementJwks', 'together', { fields: ['statementIssuer', 'statementJwks'] });
  return read;
}

function readSome<Word extends string>(field: string, given: readonly Word[], known: readonly Word[]): Word[] {
  if (given.length === 0) throw fault(field, 'empty');
  return known.filter((word) => given.includes(word));
}

function readNumber(field: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw fault(field, 'whole', { min, max });
}
