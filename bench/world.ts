/**
 * The database that everybody is measured on: one customer, many users who are all in one large group, small groups, a
 * service account, and one user with a login and an access token. Uses the product's own code for all it can.
 */
import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { AUTHZ } from '../src/ground/kernel/access.ts';
import { systemClock } from '../src/ground/kernel/clock.ts';
import { newId } from '../src/ground/kernel/ids.ts';
import type { Runtime } from '../src/ground/kernel/runtime.ts';
import { Client, hashOfGenerated, TOKEN_EXCHANGE } from '../src/modules/clients/index.ts';
import { Grant } from '../src/modules/grants/index.ts';
import { publishedKeys } from '../src/modules/keys/signing-key.hot.sql.ts';
import { SEALED_FOR } from '../src/modules/keys/signing-key.service.ts';
import { Passkey } from '../src/modules/mfa/index.ts';
import { Session } from '../src/modules/sessions/index.ts';
import { issueAccessToken } from '../src/doors/oauth/tokens/access-token.ts';
import { SoftPasskey } from '../test/support/soft-passkey.ts';
import type { Application } from './application.ts';
import { fillAuthority, type Authority } from './authority.ts';
import { own } from './passkeys.ts';
import { createTenant, type Tenant } from './tenant.ts';

export interface World extends Tenant {
  readonly application: Application;
  /** The ES256 key that everybody signs with, as PKCS #8 in base64. */
  readonly signingKey: string;
  /** An access token of the user with five groups. */
  readonly userToken: string;
  readonly userId: string;
  readonly everybody: string;
  readonly groupOfTen: string;
  /** Empty groups to add members to. */
  readonly groups: readonly string[];
  readonly users: readonly string[];
  /** Passkeys of different users. */
  readonly passkeys: readonly SoftPasskey[];
  readonly authority: Authority;
  /** An access token of the service account that asks who may do what. */
  readonly askingToken: string;
  /** An access token of the user in a thousand groups. */
  readonly nestedToken: string;
}

const MEMBER_COUNT = 10;
export const USER_SCOPES = ['openid', 'profile', 'email'];

/** Fills an empty database. `others`: how many groups there are that nothing is asked about. */
export function createWorld(databaseUrl: string, userCount: number, groupCount: number, others = 0): Promise<World> {
  return createTenant(databaseUrl, async (tenant, runtime, { pool }) => {
    const { customerId } = tenant;
    const people = await fill(pool, customerId, userCount, groupCount);
    const now = systemClock.now();
    const application = await register(runtime.fork(), customerId, now);
    const { clientId } = application;
    const authority = await fillAuthority(
      pool,
      runtime.fork(),
      { customerId, users: people.users, groups: others },
      now,
    );
    const tokenOf = async (userId: string): Promise<string> => {
      const login = await logIn(runtime.fork(), customerId, clientId, userId, now);
      return (await issueAccessToken(runtime, { clientId, customerId, scopes: USER_SCOPES, login }, now)).token;
    };
    const asking = { clientId: authority.robot.clientId, customerId, scopes: [AUTHZ] };
    return {
      application,
      signingKey: await signingKeyOf(runtime, now),
      userToken: await tokenOf(people.userId),
      nestedToken: await tokenOf(authority.nestedUser),
      askingToken: (await issueAccessToken(runtime, asking, now)).token,
      authority,
      passkeys: await givePasskeys(runtime.fork(), tenant, people.users.slice(-groupCount), now),
      ...people,
    };
  });
}

/** A passkey for each of the users. */
async function givePasskeys(
  em: EntityManager,
  { customerId, issuer }: Tenant,
  users: readonly string[],
  now: Date,
): Promise<SoftPasskey[]> {
  // No counter, like the passkeys of phones.
  const passkeys = users.map(() => new SoftPasskey(issuer, true, 0));
  for (const [index, passkey] of passkeys.entries()) own(passkey, users[index]!, issuer);
  const rows = passkeys.map(({ credentialId, publicKey }, index) => ({
    customerId,
    id: newId(now),
    userId: users[index]!,
    credentialId,
    publicKey,
    signCount: 0,
    transports: ['internal'],
    isSyncable: true,
    isSynced: true,
    name: 'Phone',
    createdAt: now,
  }));
  await em.insertMany(Passkey, rows);
  return passkeys;
}

async function fill(pool: Pool, customerId: string, userCount: number, groupCount: number) {
  const ids = async (text: string, values: unknown[]): Promise<string[]> =>
    (await pool.query<{ id: string }>(text, values)).rows.map(({ id }) => id);
  const users = await ids(
    `insert into users (id, customer_id, email, email_key, email_verified, name, given_name, family_name, created_at, updated_at)
     select uuidv7(), $1, 'user' || n || '@example.com', 'user' || n || '@example.com', true, 'User ' || n, 'User',
       n::text, now(), now() from generate_series(1, $2::int) n returning id`,
    [customerId, userCount],
  );
  const makeGroups = (name: string, count: number): Promise<string[]> =>
    ids(
      `insert into groups (id, customer_id, name, created_at, updated_at)
       select uuidv7(), $1, $2 || n, now(), now() from generate_series(1, $3::int) n returning id`,
      [customerId, name, count],
    );
  const join = (group: string, members: readonly string[]) =>
    pool.query(
      'insert into memberships (group_id, user_id, customer_id, joined_at) select $1, unnest($2::uuid[]), $3, now()',
      [group, members, customerId],
    );
  const [everybody] = await makeGroups('everybody-', 1);
  await join(everybody!, users);
  const [groupOfTen] = await makeGroups('ten-', 1);
  await join(groupOfTen!, users.slice(-MEMBER_COUNT));
  for (const group of await makeGroups('team-', 3)) await join(group, users.slice(-MEMBER_COUNT));
  const groups = await makeGroups('empty-', groupCount);
  await pool.query('vacuum analyze');
  return { everybody: everybody!, groupOfTen: groupOfTen!, groups, users: users.slice(0, 2000), userId: users.at(-1)! };
}

async function logIn(em: EntityManager, customerId: string, clientId: string, userId: string, now: Date) {
  const [sessionId, grantId] = [newId(now), newId(now)];
  const sessionExpiresAt = new Date(now.getTime() + 86_400_000);
  const login = { customerId, userId, authTime: now, amr: ['pwd'], createdAt: now };
  await em.insert(Session, {
    ...login,
    id: sessionId,
    secretHash: randomBytes(32),
    lastAccessedAt: now,
    expiresAt: sessionExpiresAt,
  });
  await em.insert(Grant, { ...login, id: grantId, sessionId, clientId, scopes: USER_SCOPES });
  return { ...login, grantId, sessionId, sessionExpiresAt, acr: null, idTokenClaims: [], organization: null };
}

/** Registers the application that users sign in to. */
export async function register(em: EntityManager, customerId: string, now: Date): Promise<Application> {
  const clientSecret = randomBytes(32).toString('base64url');
  const redirectUri = 'https://app.example/callback';
  const clientId = newId(now);
  await em.insert(Client, {
    id: clientId,
    customerId,
    name: 'Application',
    type: 'confidential',
    secretHash: hashOfGenerated(clientSecret),
    redirectUris: [redirectUri],
    grantTypes: ['authorization_code', 'refresh_token', TOKEN_EXCHANGE],
    scopes: USER_SCOPES,
    tokenEndpointAuthMethod: 'client_secret_post',
    requireConsent: false,
    createdAt: now,
    updatedAt: now,
  });
  return { clientId, clientSecret, redirectUri };
}

async function signingKeyOf(runtime: Runtime, now: Date): Promise<string> {
  const keys = await runtime.db.rows(publishedKeys, { now });
  const { sealedPrivateKey } = keys.find(({ algorithm }) => algorithm === 'ES256')!;
  return runtime.vault.open(SEALED_FOR, sealedPrivateKey)!.toString('base64');
}
