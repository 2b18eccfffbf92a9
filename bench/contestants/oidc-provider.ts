/**
 * oidc-provider with a minimal PostgreSQL adapter: one table, named statements, the same pool size. It issues ES256 JWTs
 * to its client (through its resource indicators) and answers userinfo for an opaque access token of its own, reading
 * user and groups from the product's tables.
 */
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Adapter, type AdapterPayload } from 'oidc-provider';
import pg from 'pg';
import { ready, receiveSetup } from './setup.ts';

const setup = await receiveSetup();
const pool = new pg.Pool({ connectionString: setup.databaseUrl, max: setup.poolSize, idleTimeoutMillis: 30_000 });

const run = async (name: string, text: string, values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await pool.query({ name, text, values })).rows as Record<string, unknown>[];

class PostgresAdapter implements Adapter {
  private readonly model: string;

  constructor(model: string) {
    this.model = model;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    await run(
      'upsert',
      `insert into oidc_payloads (model, id, payload, grant_id, uid, user_code, expires_at)
       values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
       on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
      [this.model, id, payload, payload.grantId, payload.uid, payload.userCode, expiresIn],
    );
  }

  find = (id: string): Promise<AdapterPayload | undefined> => this.findBy('id', id);
  findByUid = (uid: string): Promise<AdapterPayload | undefined> => this.findBy('uid', uid);
  findByUserCode = (code: string): Promise<AdapterPayload | undefined> => this.findBy('user_code', code);

  async consume(id: string): Promise<void> {
    await run(
      'consume',
      `update oidc_payloads set payload = payload || jsonb_build_object('consumed', extract(epoch from now())::int)
       where model = $1 and id = $2`,
      [this.model, id],
    );
  }

  async destroy(id: string): Promise<void> {
    await run('destroy', 'delete from oidc_payloads where model = $1 and id = $2', [this.model, id]);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await run('revoke', 'delete from oidc_payloads where model = $1 and grant_id = $2', [this.model, grantId]);
  }

  private async findBy(column: 'id' | 'uid' | 'user_code', value: string): Promise<AdapterPayload | undefined> {
    const [row] = await run(
      `find-by-${column}`,
      `select payload from oidc_payloads where model = $1 and ${column} = $2 and (expires_at is null or expires_at > now())`,
      [this.model, value],
    );
    return row?.['payload'] as AdapterPayload | undefined;
  }
}

async function findAccount(_context: unknown, accountId: string) {
  const [user] = await run(
    'account',
    `select u.*, array(select (select n.name from groups n where n.id = m.group_id)
       from memberships m where m.customer_id = u.customer_id and m.user_id = u.id) as groups
     from users u where u.id = $1 and u.is_active`,
    [accountId],
  );
  if (!user) return undefined;
  return {
    accountId,
    claims: () => ({
      sub: accountId,
      groups: user['groups'],
      name: user['name'],
      given_name: user['given_name'] ?? undefined,
      family_name: user['family_name'] ?? undefined,
      updated_at: Math.floor((user['updated_at'] as Date).getTime() / 1000),
      email: user['email'],
      email_verified: user['email_verified'],
    }),
  };
}

await pool.query(`
  create table if not exists oidc_payloads (
    model text not null, id text not null, payload jsonb not null, grant_id text, uid text, user_code text,
    expires_at timestamptz, primary key (model, id)
  )`);

const signingKey = createPrivateKey({ key: Buffer.from(setup.signingKey, 'base64'), format: 'der', type: 'pkcs8' });
const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = (key: typeof rsa, alg: string) => ({ ...key.export({ format: 'jwk' }), alg, use: 'sig' });
const API_SCOPES = 'read write admin';

const provider = new Provider(setup.issuer, {
  adapter: PostgresAdapter,
  jwks: { keys: [jwk(signingKey, 'ES256'), jwk(rsa, 'RS256')] },
  routes: { token: '/oauth2/token', userinfo: '/oauth2/userinfo' },
  scopes: ['openid', 'offline_access', ...API_SCOPES.split(' ')],
  claims: {
    openid: ['sub', 'groups'],
    profile: ['name', 'given_name', 'family_name', 'updated_at'],
    email: ['email', 'email_verified'],
  },
  findAccount,
  ttl: { ClientCredentials: 900, AccessToken: 86_400, Grant: 86_400 },
  cookies: { keys: ['bench'] },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    dPoP: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => setup.issuer,
      getResourceServerInfo: () => ({
        scope: API_SCOPES,
        audience: setup.issuer,
        accessTokenTTL: 900,
        accessTokenFormat: 'jwt' as const,
        jwt: { sign: { alg: 'ES256' as const } },
      }),
    },
  },
});
provider.proxy = true;

await new PostgresAdapter('Client').upsert(setup.clientId, {
  client_id: setup.clientId,
  client_secret: setup.clientSecret,
  grant_types: ['client_credentials', 'authorization_code'],
  response_types: ['code'],
  redirect_uris: ['https://app.example/callback'],
  token_endpoint_auth_method: 'client_secret_post',
  scope: `openid profile email ${API_SCOPES}`,
});

const client = (await provider.Client.find(setup.clientId))!;
const grant = new provider.Grant({ accountId: setup.userId, clientId: setup.clientId });
grant.addOIDCScope('openid profile email');
const grantId = await grant.save();
const accessToken = await new provider.AccessToken({
  accountId: setup.userId,
  client,
  grantId,
  gty: 'authorization_code',
  scope: 'openid profile email',
}).save();

const answer = provider.callback();
const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => ready({ port: (server.address() as AddressInfo).port, userToken: accessToken }));
