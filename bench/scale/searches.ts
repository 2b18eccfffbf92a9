/** Who may use a scope that nearly everybody has by a role of the group of nearly all: the first page, and one far behind it. */
import type { ClientBase } from 'pg';
import { AUTHZ } from '../../src/ground/kernel/access.ts';
import { systemClock } from '../../src/ground/kernel/clock.ts';
import { newId } from '../../src/ground/kernel/ids.ts';
import type { Runtime } from '../../src/ground/kernel/runtime.ts';
import { issueAccessToken } from '../../src/doors/oauth/tokens/access-token.ts';
import { addRobot } from '../authority.ts';
import { bytesOf, type Script } from '../load.ts';
import type { Tenant } from '../tenant.ts';
import { ask, inTurns, withoutErrors } from './ask.ts';
import type { Line } from './compare.ts';
import type { Scale } from './seed.ts';

/** What searches are about. */
export interface Access {
  readonly api: string;
  readonly scopeId: string;
  /** An access token of a service account that asks who may do what. */
  readonly askingToken: string;
}

/** Adds an API with one scope, and a role with it that the group has. */
export async function fillAccess(
  client: ClientBase,
  runtime: Runtime,
  { customerId }: Pick<Tenant, 'customerId'>,
  groupId: string,
): Promise<Access> {
  const now = systemClock.now();
  const [apiId, scopeId, roleId] = [newId(now), newId(now), newId(now)];
  const api = 'https://searched.example/';
  const run = (text: string, ...values: string[]) => client.query(text, [customerId, ...values]);
  await run(
    `insert into apis (id, customer_id, identifier, name, requires_role, created_at, updated_at)
     values ($2, $1, $3, 'Searched', true, now(), now())`,
    apiId,
    api,
  );
  await run(
    'insert into api_scopes (id, customer_id, api_id, name, created_at) values ($2, $1, $3, $4, now())',
    scopeId,
    apiId,
    SCOPE,
  );
  await run(
    `insert into roles (id, customer_id, kind, name, created_at, updated_at) values ($2, $1, 'customer', 'reader', now(), now())`,
    roleId,
  );
  await run('insert into role_permissions (role_id, scope_id, customer_id) values ($2, $3, $1)', roleId, scopeId);
  await run(
    'insert into role_assignments (id, customer_id, role_id, group_id, created_at) values ($2, $1, $3, $4, now())',
    newId(now),
    roleId,
    groupId,
  );
  const { clientId } = await addRobot(runtime.fork(), customerId, now);
  const { token } = await issueAccessToken(runtime, { clientId, customerId, scopes: [AUTHZ] }, now);
  return { api, scopeId, askingToken: token };
}

const SCOPE = 'reports:read';
const LIMIT = 25;

const searching = ({ access: { api, askingToken } }: Scale, page: object): Buffer =>
  bytesOf({
    method: 'POST',
    path: '/access/v1/search/subject',
    headers: { authorization: `Bearer ${askingToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      subject: { type: 'user', properties: { identifier: 'id' } },
      action: { name: SCOPE },
      resource: { type: 'api', id: api },
      page: { limit: LIMIT, ...page },
    }),
  });

const WHO_CAN = `query ($id: ID!, $after: String) {
  node(id: $id) { ... on ApiScope { whoCan(kind: USER, first: ${LIMIT}, after: $after) {
    pageInfo { hasNextPage endCursor } edges { reason node { id } }
  } } }
}`;
const listing = (scale: Scale, after: string | null): Buffer =>
  ask(scale, WHO_CAN, { id: scale.access.scopeId, after });

/** The body of a request's answer. */
async function answerTo(port: number, request: Buffer): Promise<string> {
  const [head, body] = request.toString().split('\r\n\r\n') as [string, string];
  const [line, ...fields] = head.split('\r\n');
  const [method, path] = line!.split(' ') as [string, string];
  const headers = fields
    .map((field) => field.split(': ') as [string, string])
    .filter(([name]) => name !== 'host' && name !== 'content-length');
  return (await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body })).text();
}

/** A place far behind the one of the first page, which names its last user. To go there page by page would take hours. */
function farBehind(place: string, { deepUser }: Scale): string {
  const text = Buffer.from(place, 'base64url').toString();
  return Buffer.from(text.replace(UUID, deepUser)).toString('base64url');
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;

const deepSearch = async (scale: Scale, port: number): Promise<Script> => {
  const { page } = JSON.parse(await answerTo(port, searching(scale, {}))) as { page: { next_token: string } };
  return inTurns([searching(scale, { token: farBehind(page.next_token, scale) })]);
};
const deepList = async (scale: Scale, port: number): Promise<Script> => {
  const { data } = JSON.parse(await answerTo(port, listing(scale, null))) as {
    data: { node: { whoCan: { pageInfo: { endCursor: string } } } };
  };
  return inTurns([listing(scale, farBehind(data.node.whoCan.pageInfo.endCursor, scale))]);
};

/** A page is full, and is not the last. */
function isPage(answer: Buffer): void {
  withoutErrors(answer);
  const found = answer.toString().match(/"id":"/g)?.length;
  if (found !== LIMIT || answer.includes('"next_token":""') || answer.includes('"hasNextPage":false'))
    throw new Error(`Not a page of ${LIMIT} of many: ${answer.toString().slice(0, 500)}`);
}

const line = (title: string, script: Line<Scale>['script']): Line<Scale> => ({
  title,
  status: 200,
  growth: 2,
  script,
  heard: isPage,
});

/** The first page, and one behind nine of ten users. */
export const searchLines: readonly Line<Scale>[] = [
  line('AuthZEN subject search, first page', (scale) => inTurns([searching(scale, {})])),
  line('AuthZEN subject search, a page far behind', deepSearch),
  line('whoCan, first page', (scale) => inTurns([listing(scale, null)])),
  line('whoCan, a page far behind', deepList),
];
