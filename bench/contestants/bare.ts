/**
 * The yardstick: one `node:http` handler without a framework that gives the same answers to good requests from the same
 * SQL through the same named statements, with the same signature and the same memory of tokens it has verified. What a
 * server needs besides (other methods and paths, errors, limits, policies) it leaves out.
 */
import { createPrivateKey, createPublicKey, hash, randomUUID, sign, timingSafeEqual, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { ready, receiveSetup, type StatementName } from './setup.ts';

type Row = Record<string, unknown>;
interface Claims {
  [name: string]: string;
}

const setup = await receiveSetup();
const pool = new pg.Pool({ connectionString: setup.databaseUrl, max: setup.poolSize, idleTimeoutMillis: 30_000 });
const privateKey = createPrivateKey({ key: Buffer.from(setup.signingKey, 'base64'), format: 'der', type: 'pkcs8' });
const publicKey = createPublicKey(privateKey);
const header = Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid: 'bare' })).toString('base64url');
const verified = new Map<string, Claims>();
const NIL = '00000000-0000-0000-0000-000000000000';

async function rows(name: StatementName, values: unknown[]): Promise<Row[]> {
  const { text, name: statement } = setup.sql[name];
  return (await pool.query({ name: statement, text, values })).rows as Row[];
}

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

function signed(claims: object): string {
  const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  const der = sign('sha256', Buffer.from(input), privateKey);
  // Two integers of 32 bytes each, cut out of DER: faster than to ask for `ieee-p1363`.
  const first = der[3]!;
  const [r, s] = [der.subarray(4, 4 + first), der.subarray(6 + first)];
  const raw = Buffer.alloc(64);
  r.subarray(-32).copy(raw, 32 - Math.min(32, r.length));
  s.subarray(-32).copy(raw, 64 - Math.min(32, s.length));
  return `${input}.${raw.toString('base64url')}`;
}

function claimsOf(request: IncomingMessage): Claims {
  const bearer = request.headers.authorization!.slice('Bearer '.length);
  const key = hash('sha256', bearer, 'base64');
  let claims = verified.get(key);
  if (!claims) {
    const [head, payload, signature] = bearer.split('.') as [string, string, string];
    const good = verify(
      'sha256',
      Buffer.from(`${head}.${payload}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    if (!good) throw new Error('The signature is not good.');
    verified.set(key, (claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims));
  }
  if (Number(claims['exp']) * 1000 < Date.now()) throw new Error('The token has expired.');
  return claims;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function json(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  response.end(text);
}

async function token(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = new URLSearchParams(await bodyOf(request));
  const [client] = await rows('clientRegistration', [[form.get('client_id')]]);
  const stored = Buffer.from(String(client!['secretHash']).slice('sha256:'.length), 'base64url');
  if (!timingSafeEqual(stored, sha256(form.get('client_secret')!))) throw new Error('The secret is not good.');
  const iat = Math.floor(Date.now() / 1000);
  const scope = form.get('scope')!;
  const claims = {
    iss: setup.issuer,
    aud: setup.issuer,
    sub: client!['id'],
    client_id: client!['id'],
    customer_id: client!['customerId'],
    scope,
    jti: randomUUID(),
    iat,
    exp: iat + 900,
  };
  json(response, 200, { access_token: signed(claims), token_type: 'Bearer', expires_in: 900, scope });
}

async function userinfo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { gid, sub, sid } = claimsOf(request);
  const [user] = await rows('userinfo', [[gid], [sub], [sid]]);
  json(response, 200, {
    sub: user!['id'],
    groups: (user!['groups'] as string[]).sort(),
    name: user!['name'],
    given_name: user!['givenName'] ?? undefined,
    family_name: user!['familyName'] ?? undefined,
    preferred_username: user!['username'] ?? undefined,
    picture: user!['picture'] ?? undefined,
    updated_at: Math.floor((user!['updatedAt'] as Date).getTime() / 1000),
    email: user!['email'],
    email_verified: user!['emailVerified'],
  });
}

/** The client behind the token, which must still exist. */
async function authenticated(request: IncomingMessage): Promise<Claims> {
  const claims = claimsOf(request);
  const [client] = await rows('clientScopes', [[claims['client_id']], [claims['customer_id']], [claims['jti']]]);
  if (!client) throw new Error('The client is gone.');
  return claims;
}

const event = ({ customer_id, client_id }: Claims, action: string, group: string, details: object) => ({
  id: randomUUID(),
  customer_id,
  occurred_at: new Date(),
  action,
  actor_type: 'client',
  actor_id: client_id,
  subject_type: 'group',
  subject_id: group,
  ip: '127.0.0.1',
  request_id: randomUUID(),
  details,
});

const groupOf = (group: Row) => ({
  id: group['id'],
  name: group['name'],
  description: group['description'],
  customer_id: group['customerId'],
  organization_id: group['organizationId'],
});

async function getGroup(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
  const { customer_id: customer } = await authenticated(request);
  const [group] = await rows('groupsById', [customer, [id]]);
  const members = await rows('memberPages', [customer, [id], NIL, 501]);
  json(response, 200, {
    ...groupOf(group!),
    members: members.map((row) => ({
      user_id: row['id'],
      email: row['email'],
      name: row['name'],
      joined_at: row['joinedAt'],
    })),
    created_at: group!['createdAt'],
    updated_at: group!['updatedAt'],
  });
}

async function createGroup(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const claims = await authenticated(request);
  const { name, description } = JSON.parse(await bodyOf(request)) as Record<string, string>;
  const id = randomUUID();
  const trail = JSON.stringify(event(claims, 'group.created', id, { name }));
  const values = [id, claims['customer_id'], null, name, description, new Date(), trail];
  const [group] = await rows('insertGroup', values);
  json(response, 201, { ...groupOf(group!), created_at: group!['createdAt'], updated_at: group!['updatedAt'] });
}

async function changeMember(
  request: IncomingMessage,
  response: ServerResponse,
  group: string,
  userId: string,
): Promise<void> {
  const claims = await authenticated(request);
  const customer = claims['customer_id'];
  const [outcome] =
    request.method === 'POST'
      ? await rows('addMembers', [
          customer,
          group,
          [userId],
          new Date(),
          JSON.stringify(event(claims, 'membership.added', group, { userId })),
        ])
      : await rows('removeMembers', [
          customer,
          group,
          [userId],
          JSON.stringify(event(claims, 'membership.removed', group, { userId })),
        ]);
  if (!outcome!['known']) throw new Error('There is no such user.');
  response.writeHead(204).end();
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, area, id, , member] = request.url!.split('/') as [string, string, string, string, string];
  if (request.url === '/oauth2/token') return token(request, response);
  if (request.url === '/oauth2/userinfo') return userinfo(request, response);
  if (area === 'groups' && id === undefined) return createGroup(request, response);
  if (area === 'groups' && member === undefined) return getGroup(request, response, id);
  return changeMember(request, response, id, member);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: Error) => json(response, 500, { error: error.message }));
});
server.listen(0, '127.0.0.1', () => ready({ port: (server.address() as AddressInfo).port }));
