/**
 * What other customers cost: each has ten users in five groups, an application and a service account, and every request is
 * another customer's.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { systemClock } from '../../src/ground/kernel/clock.ts';
import { issueAccessToken } from '../../src/doors/oauth/tokens/access-token.ts';
import { CHALLENGE } from '../application.ts';
import { Browser } from '../browser.ts';
import { startGuildhall, type Running } from '../contestants/index.ts';
import { bytesOf } from '../load.ts';
import {
  onEveryCore,
  residentMegabytes,
  SETTLED_AFTER_LOAD_MS,
  SETTLED_AFTER_START_MS,
  type Patience,
} from '../machine.ts';
import { FORM } from '../operation.ts';
import type { Options } from '../options.ts';
import { toFirstToken } from '../start.ts';
import { median } from '../statistics.ts';
import { createTenant, type Tenant } from '../tenant.ts';
import { register, USER_SCOPES } from '../world.ts';
import { ask, get, inTurns, withoutErrors } from './ask.ts';
import { compare, valuesOf, type Growth, type Growths, type Line } from './compare.ts';
import { createDatabase } from './database.ts';

interface Customer {
  readonly serviceId: string;
  readonly applicationId: string;
  readonly clientToken: string;
  readonly userToken: string;
}

interface Customers extends Tenant {
  readonly customers: readonly Customer[];
  readonly redirectUri: string;
}

const USERS = 10;
const GROUPS = 5;
/** Pages are opened for so many customers at most, since each needs a browser that is on its way to one. */
const PAGES = 500;

const LISTS = `{
  users(first: 10) { totalCount edges { node { id name email } } }
  groups(first: 10) { totalCount edges { node { id name memberCount } } }
  clients(first: 10) { totalCount edges { node { id name } } }
}`;

const lines: readonly Line<Customers>[] = [
  {
    title: 'client_credentials token',
    status: 200,
    growth: 2,
    script: ({ customers, clientSecret }) =>
      inTurns(
        customers.map(({ serviceId }) => {
          const fields = { grant_type: 'client_credentials', client_id: serviceId, client_secret: clientSecret };
          const body = String(new URLSearchParams({ ...fields, scope: 'read write admin' }));
          return bytesOf({ method: 'POST', path: '/oauth2/token', headers: FORM, body });
        }),
      ),
  },
  {
    title: 'userinfo, 5 groups',
    status: 200,
    growth: 2,
    script: ({ customers }) =>
      inTurns(customers.map(({ userToken }) => get({ clientToken: userToken }, '/oauth2/userinfo'))),
  },
  {
    title: 'login page',
    status: 200,
    growth: 2,
    script: async ({ customers, issuer, redirectUri }, port) => {
      const pages: Buffer[] = [];
      for (const { applicationId } of customers.slice(0, PAGES)) {
        const browser = new Browser(port, issuer);
        const asked = { response_type: 'code', client_id: applicationId, redirect_uri: redirectUri, scope: 'openid' };
        const proof = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
        const page = await browser.open(`/oauth2/authorize?${new URLSearchParams({ ...asked, ...proof })}`);
        if (!page) throw new Error('The walk did not end at a page.');
        pages.push(bytesOf({ method: 'GET', path: page.path, headers: { cookie: browser.cookie } }));
      }
      return inTurns(pages);
    },
  },
  {
    title: 'GET /api/users',
    status: 200,
    growth: 2,
    script: ({ customers }) => inTurns(customers.map((customer) => get(customer, '/api/users'))),
  },
  {
    title: 'GraphQL: users, groups and clients',
    status: 200,
    growth: 2,
    script: ({ customers }) => inTurns(customers.map((customer) => ask(customer, LISTS))),
    heard: withoutErrors,
  },
];

export async function measureCustomers(adminUrl: string, options: Options, patience: Patience): Promise<Growths> {
  const places: Customers[] = [];
  for (const count of options.customers) places.push(await createCustomers(adminUrl, count));
  const starts = await onEveryCore(adminUrl, () => measureStarts(places, options, patience));
  const servers: Running<Customers>[] = [];
  const resident = (): number[] => servers.map(({ pid }) => residentMegabytes(pid));
  try {
    for (const place of places) servers.push(await startGuildhall(place));
    await sleep(SETTLED_AFTER_START_MS);
    const afterStart = resident();
    const compared = await compare(lines, servers, options, patience);
    await sleep(SETTLED_AFTER_LOAD_MS);
    const memory = { limit: 2, unit: 'MB' };
    return {
      of: 'customers',
      sizes: options.customers,
      lines: [
        ...compared,
        { ...valuesOf('start → first token', starts), limit: 2 },
        { ...valuesOf('resident memory, idle after the start', afterStart), ...memory },
        { ...valuesOf('resident memory, idle after the load', resident()), ...memory },
      ] satisfies Growth[],
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function measureStarts(
  places: readonly Customers[],
  { starts }: Options,
  patience: Patience,
): Promise<readonly number[]> {
  const times = places.map((): number[] => []);
  // One start that does not count fills the compile cache.
  await toFirstToken(places[0]!);
  for (let round = 0; round < starts; round += 1)
    for (const [index, place] of places.entries()) {
      await patience.quiet();
      times[index]!.push(await toFirstToken(place));
    }
  return times.map(median);
}

async function createCustomers(adminUrl: string, count: number): Promise<Customers> {
  const databaseUrl = await createDatabase(adminUrl, `customers_${count}`);
  return createTenant(databaseUrl, async (tenant, runtime, { pool }) => {
    const now = systemClock.now();
    const { clientId: applicationId, redirectUri } = await register(runtime.fork(), tenant.customerId, now);
    await fill(pool, { ...tenant, applicationId }, count);
    const { rows } = await pool.query<Row>('select * from bench_customers');
    const issuing = rows.map(async ({ customer: customerId, service, application, member, session, login }) => {
      const claims = { acr: null, idTokenClaims: [], organization: null };
      const sessionExpiresAt = new Date(now.getTime() + 86_400_000);
      const times = { authTime: now, createdAt: now, sessionExpiresAt };
      const ids = { customerId, userId: member, grantId: login, sessionId: session };
      const issue = async (client: string, scopes: readonly string[], more: object = {}): Promise<string> =>
        (await issueAccessToken(runtime, { clientId: client, customerId, scopes: [...scopes], ...more }, now)).token;
      return {
        serviceId: service,
        applicationId: application,
        clientToken: await issue(service, ['read', 'write', 'admin']),
        userToken: await issue(application, USER_SCOPES, { login: { ...ids, ...times, ...claims, amr: ['pwd'] } }),
      };
    });
    await pool.query('drop table bench_customers');
    return { customers: await Promise.all(issuing), redirectUri };
  });
}

/** The ids of a customer's rows. */
interface Row {
  readonly customer: string;
  readonly service: string;
  readonly application: string;
  readonly member: string;
  readonly session: string;
  readonly login: string;
}

interface Model extends Tenant {
  readonly applicationId: string;
}

/** Makes customers after the model of the tenant. All services have its secret. */
async function fill(pool: Pool, { customerId, clientId, applicationId }: Model, count: number): Promise<void> {
  await pool.query(
    `create table bench_customers as
     select n, uuidv7() customer, uuidv7() service, uuidv7() application, uuidv7() member, uuidv7() session, uuidv7() login
     from generate_series(1, $1::int) n`,
    [count],
  );
  await copy(
    pool,
    'customers',
    `t.id = '${customerId}'`,
    `'id', b.customer, 'name', 'Customer ' || b.n, 'user_count', 0`,
  );
  await copy(pool, 'clients', `t.id = '${clientId}'`, `'customer_id', b.customer, 'id', b.service`);
  await copy(pool, 'clients', `t.id = '${applicationId}'`, `'customer_id', b.customer, 'id', b.application`);
  await pool.query(
    `insert into users (id, customer_id, email, email_key, email_verified, name, given_name, family_name, created_at, updated_at)
     select case u when 1 then b.member else uuidv7() end, b.customer, address, address, true, 'User ' || u, 'User', u::text, now(), now()
     from bench_customers b cross join generate_series(1, $1::int) u
       cross join lateral (select 'user' || u || '@c' || b.n || '.example') at(address)`,
    [USERS],
  );
  await pool.query(
    `insert into groups (id, customer_id, name, created_at, updated_at)
     select uuidv7(), b.customer, 'Group ' || g, now(), now() from bench_customers b cross join generate_series(1, $1::int) g`,
    [GROUPS],
  );
  await pool.query(
    `insert into memberships (group_id, user_id, customer_id, joined_at)
     select g.id, u.id, b.customer, now() from bench_customers b
       join groups g on g.customer_id = b.customer join users u on u.customer_id = b.customer`,
  );
  await pool.query(
    `insert into sessions (id, customer_id, user_id, secret_hash, auth_time, amr, last_accessed_at, expires_at, created_at)
     select session, customer, member, sha256(('session ' || n)::bytea), now(), '{pwd}', now(), now() + interval '1 day', now()
     from bench_customers`,
  );
  await pool.query(
    `insert into grants (id, customer_id, user_id, session_id, client_id, scopes, auth_time, amr, created_at)
     select login, customer, member, session, application, $1, now(), '{pwd}', now() from bench_customers`,
    [USER_SCOPES],
  );
  await pool.query('vacuum analyze');
}

/** Inserts a row like the one that is found for each customer, with other values. */
async function copy(pool: Pool, table: string, found: string, changes: string): Promise<void> {
  const { rows } = await pool.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const { columns } = rows[0]!;
  await pool.query(
    `insert into ${table} (${columns}) select ${columns} from (
       select made.* from bench_customers b cross join (select * from ${table} t where ${found}) model
         cross join lateral jsonb_populate_record(null::${table}, to_jsonb(model) || jsonb_build_object(${changes})) made
     ) each_customer`,
  );
}
