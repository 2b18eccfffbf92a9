import { randomUUID } from 'node:crypto';
import { Client, emailKey, hashOfGenerated, newId, PasswordHasher, User } from '#product';
import type { TestApp } from './app.ts';

/** The password of every built user; hashed once a test file. */
export const PASSWORD = 'a rather long password';
let hash: Promise<string> | undefined;

export interface BuiltUser {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

/** A user who can sign in with `PASSWORD`, of the first customer unless said otherwise. */
export async function buildUser(app: TestApp, given: Partial<User> = {}): Promise<BuiltUser> {
  const { runtime } = app.server;
  const now = app.clock.now();
  const id = newId(now);
  const email = given.email ?? `user-${randomUUID()}@example.com`;
  hash ??= runtime.get(PasswordHasher).hash(PASSWORD);
  await runtime.fork().insert(User, {
    id,
    customerId: app.customer.customerId,
    email,
    emailKey: emailKey(email),
    name: 'Some Body',
    passwordHash: await hash,
    createdAt: now,
    updatedAt: now,
    ...given,
  });
  return { id, email, password: PASSWORD };
}

/**
 * A client that signs users in: public, with one redirect URI, no consent asked but for administering, unless said
 * otherwise.
 */
export async function buildClient(app: TestApp, given: Partial<Client> = {}): Promise<Client> {
  const now = app.clock.now();
  const client = {
    id: `client-${randomUUID()}`,
    customerId: app.customer.customerId,
    name: 'Some Application',
    type: 'public',
    redirectUris: ['https://rp.example/callback'],
    postLogoutRedirectUris: [],
    grantTypes: ['authorization_code', 'refresh_token'],
    scopes: ['openid', 'profile', 'email', 'groups', 'offline_access', 'read', 'write', 'admin'],
    tokenEndpointAuthMethod: 'none',
    requirePkce: true,
    requireConsent: false,
    createdAt: now,
    updatedAt: now,
    ...given,
  } as Client;
  await app.server.runtime.fork().insert(Client, client);
  return client;
}

/** The secret of every built confidential client. */
export const SECRET = 'ghs_a secret of more than enough letters';

/** The same with `SECRET`, which it sends in the form. */
export const buildConfidential = (app: TestApp, given: Partial<Client> = {}): Promise<Client> =>
  buildClient(app, {
    type: 'confidential',
    secretHash: hashOfGenerated(SECRET),
    tokenEndpointAuthMethod: 'client_secret_post',
    ...given,
  });

/** RFC 7636, Appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** The path and query of an authorization request; `undefined` leaves a parameter out. */
export function authorizePath(client: Client, given: Record<string, string | undefined> = {}): string {
  const parameters = {
    client_id: client.id,
    redirect_uri: client.redirectUris[0],
    response_type: 'code',
    scope: 'openid profile',
    state: 'a state',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...given,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  return `/oauth2/authorize?${query}`;
}

/** The parameters of an answer at a client's redirect URI. */
export const answerOf = ({ url }: { url: string }): Record<string, string> =>
  Object.fromEntries(new URL(url).searchParams);
