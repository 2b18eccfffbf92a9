import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.ts';

/** What a row of `apis` has besides what is made up. */
interface GivenApi {
  readonly customerId: string;
  readonly identifier?: string;
  /** Names of scopes; those with a `*` at the end are default ones. */
  readonly scopes: readonly string[];
  readonly requiresRole?: boolean;
  readonly tokenSeconds?: number;
  readonly signingAlg?: string;
  readonly isFirstParty?: boolean;
  readonly allowsRefreshTokens?: boolean;
  /** Whether tokens tell roles, groups and entitlements. */
  readonly tells?: boolean;
}

export interface BuiltApi {
  readonly id: string;
  readonly identifier: string;
  /** The ids of the scopes, by their names. */
  readonly scopeIds: Readonly<Record<string, string>>;
}

/** An API with its scopes. */
export async function buildApi(app: TestApp, given: GivenApi): Promise<BuiltApi> {
  const { customerId, identifier = `https://${randomUUID()}.example`, scopes } = given;
  const { pool } = app.server.database;
  const id = randomUUID();
  const now = app.clock.now();
  await pool.query(
    `insert into apis (id, customer_id, identifier, name, requires_role, token_seconds, signing_alg, tells_roles, tells_groups,
       tells_entitlements, is_first_party, allows_refresh_tokens, created_at, updated_at)
     values ($1, $2, $3, 'Orders', $4, $5, $6, $7, $7, $7, $8, $9, $10, $10)`,
    [
      id,
      customerId,
      identifier,
      given.requiresRole ?? false,
      given.tokenSeconds ?? null,
      given.signingAlg ?? 'ES256',
      given.tells ?? false,
      given.isFirstParty ?? false,
      given.allowsRefreshTokens ?? true,
      now,
    ],
  );
  const scopeIds: Record<string, string> = {};
  for (const scope of scopes) {
    const name = scope.replace('*', '');
    scopeIds[name] = randomUUID();
    await pool.query(
      'insert into api_scopes (id, customer_id, api_id, name, is_default, created_at) values ($1, $2, $3, $4, $5, $6)',
      [scopeIds[name], customerId, id, name, scope.endsWith('*'), now],
    );
  }
  return { id, identifier, scopeIds };
}

/** Gives a client scopes of an API. */
export async function giveScopes(
  app: TestApp,
  client: { readonly id: string; readonly customerId: string },
  api: BuiltApi,
  ...names: readonly string[]
): Promise<void> {
  for (const name of names)
    await app.server.database.pool.query(
      'insert into client_scopes (client_id, customer_id, scope_id) values ($1, $2, $3)',
      [client.id, client.customerId, api.scopeIds[name]],
    );
}

/** A role with scopes of an API, and whoever has it. */
export async function buildRole(
  app: TestApp,
  api: BuiltApi,
  given: {
    readonly customerId: string;
    readonly scopes: readonly string[];
    readonly clientId?: string;
    readonly userId?: string;
    readonly groupId?: string;
    readonly organizationId?: string;
    readonly expiresAt?: Date;
  },
): Promise<{ readonly id: string; readonly name: string }> {
  const { pool } = app.server.database;
  const [id, name] = [randomUUID(), `role ${randomUUID()}`];
  const { customerId, userId = null, groupId = null, clientId = null, organizationId = null, expiresAt = null } = given;
  await pool.query(
    `insert into roles (id, customer_id, kind, api_id, name, created_at, updated_at) values ($1, $2, 'api', $3, $4, now(), now())`,
    [id, customerId, api.id, name],
  );
  for (const scope of given.scopes)
    await pool.query('insert into role_permissions (role_id, customer_id, scope_id) values ($1, $2, $3)', [
      id,
      customerId,
      api.scopeIds[scope],
    ]);
  await pool.query(
    `insert into role_assignments (id, customer_id, role_id, user_id, group_id, client_id, organization_id, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now())`,
    [randomUUID(), customerId, id, userId, groupId, clientId, organizationId, expiresAt],
  );
  return { id, name };
}
