/**
 * The audit trail of a day on which many sign in: the events, sessions and grants of the logins, of a customer with a tenth as
 * many users. The clean-up then deletes the older half of the day.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { systemClock } from '../../src/ground/kernel/clock.ts';
import { auditSweepers } from '../../src/modules/audit/index.ts';
import { startGuildhall, type Running } from '../contestants/index.ts';
import type { Patience } from '../machine.ts';
import type { Options } from '../options.ts';
import { createTenant, withRuntime, type Tenant } from '../tenant.ts';
import { register } from '../world.ts';
import { ask, inTurns, withoutErrors } from './ask.ts';
import { compare, valuesOf, type Growths, type Line } from './compare.ts';
import { createDatabase } from './database.ts';
import { lateIn } from './late.ts';
import { FIGURES } from './lines.ts';
import { COUNTERS } from './trail.ts';

interface Day extends Tenant {
  readonly logins: number;
  /** Some of the users. */
  readonly users: readonly string[];
}

const LOGINS_OF_EACH = 10;
const DAY_MS = 86_400_000;
const HALF_DAY_MS = DAY_MS / 2;
const HOUR_MS = 3_600_000;
const WITHIN_MS = 200;
const PER = 10_000;
const GLANCE_MS = 10;

const EVENTS = `query ($where: AuditEventWhere, $first: Int, $last: Int) {
  auditEvents(where: $where, first: $first, last: $last) {
    totalCount atLeast edges { node { id occurredAt action actor { __typename ... on User { id name } } ipAddress details } }
  }
}`;

const listing = (
  title: string,
  whereOf: (day: Day, turn: number) => object,
  page: object = { first: 50 },
): Line<Day> => ({
  title: `events: ${title}`,
  status: 200,
  growth: 2,
  within: WITHIN_MS,
  script: (day) => inTurns(day.users.map((_, turn) => ask(day, EVENTS, { where: whereOf(day, turn), ...page }))),
  heard: withoutErrors,
});

const hour = (turn: number): object => {
  const from = systemClock.now().getTime() - HALF_DAY_MS + (turn % 10) * HOUR_MS;
  return { occurredAt: { gte: new Date(from).toISOString(), lt: new Date(from + HOUR_MS).toISOString() } };
};

const lines: readonly Line<Day>[] = [
  listing('first page', () => ({})),
  listing('last page', () => ({}), { last: 50 }),
  listing('of a user', ({ users }, turn) => ({ subjectId: { eq: users[turn] } })),
  listing('of a user, in an hour', ({ users }, turn) => ({ subjectId: { eq: users[turn] }, ...hour(turn) })),
  listing('logins, nearly all', () => ({ action: { eq: 'login.succeeded' } })),
  listing('failed logins in an hour', (_, turn) => ({ action: { eq: 'login.failed' }, ...hour(turn) })),
  listing('changes of groups, a hundred', () => ({ action: { startsWith: 'group.' } })),
  listing('from an address', (_, turn) => ({ ipAddress: { eq: `10.0.${turn % 200}.7` } })),
  {
    title: 'figures of a month',
    status: 200,
    growth: 2,
    within: WITHIN_MS,
    script: (day) => inTurns([ask(day, FIGURES)]),
    heard: withoutErrors,
  },
];

export async function measureAuditDay(adminUrl: string, options: Options, patience: Patience): Promise<Growths> {
  const servers: Running<Day>[] = [];
  try {
    for (const size of options.sizes) servers.push(await startGuildhall(await createDay(adminUrl, size)));
    const compared = await compare(lines, servers, options, patience);
    const cleanUps: CleanUp[] = [];
    for (const { world } of servers) cleanUps.push(await cleanUp(world));
    return {
      of: 'logins',
      sizes: options.sizes,
      lines: [
        ...compared,
        {
          ...valuesOf(
            'clean-up of 10,000 events',
            cleanUps.map(({ ms }) => ms),
          ),
          limit: 2,
        },
        {
          ...valuesOf(
            '  its longest transaction',
            cleanUps.map(({ longest }) => longest),
          ),
          within: WITHIN_MS,
        },
      ],
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

interface CleanUp {
  /** For ten thousand events. */
  readonly ms: number;
  readonly longest: number;
}

/** Deletes what is older than a day, half a day from now. */
async function cleanUp({ env, databaseUrl }: Day): Promise<CleanUp> {
  const clock = { now: () => new Date(systemClock.now().getTime() + HALF_DAY_MS) };
  const watch = new pg.Client(databaseUrl);
  await watch.connect();
  const count = async (): Promise<number> =>
    Number((await watch.query<{ count: string }>('select count(*) from audit_events')).rows[0]!.count);
  const before = await count();
  const start = performance.now();
  const ended = withRuntime({ ...env, AUDIT_RETENTION_DAYS: '1' }, databaseUrl, clock, async (runtime) => {
    for (const sweep of auditSweepers) await sweep(runtime);
    return performance.now();
  });
  const over = ended.then(() => true);
  let longest = 0;
  while (!(await Promise.race([over, sleep(GLANCE_MS, false)]))) {
    const { rows } = await watch.query<{ ms: number }>(
      `select coalesce(max(extract(epoch from clock_timestamp() - xact_start)) * 1000, 0)::float as ms from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    longest = Math.max(longest, rows[0]!.ms);
  }
  const ms = (await ended) - start;
  const deleted = before - (await count());
  await watch.end();
  if (deleted === 0) throw new Error('The clean-up deleted nothing.');
  return { ms: (ms / deleted) * PER, longest };
}

async function createDay(adminUrl: string, logins: number): Promise<Day> {
  const databaseUrl = await createDatabase(adminUrl, `day_${logins}`);
  return createTenant(databaseUrl, async ({ customerId }, runtime) => {
    const { clientId } = await register(runtime.fork(), customerId, systemClock.now());
    const database = new pg.Client(databaseUrl);
    await database.connect();
    const users = await fill(database, customerId, clientId, logins);
    await database.end();
    return { logins, users };
  });
}

/** The time of an event, as the beginning of its id. */
const ID = `(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
  || '8' || substr(md5(n::text), 4, 15))::uuid`;

async function fill(database: pg.Client, customerId: string, clientId: string, logins: number): Promise<string[]> {
  const late = await lateIn(database, ['audit_events', 'sessions', 'grants']);
  for (const { drop } of late) await database.query(drop);
  await database.query(`set maintenance_work_mem = '512MB'`);
  await database.query(
    `insert into users (id, customer_id, email, email_key, email_verified, name, given_name, family_name, created_at, updated_at)
     select uuidv7(), $1, 'user' || n || '@example.com', 'user' || n || '@example.com', true, 'User ' || n, 'User',
       n::text, now(), now() from generate_series(1, $2::int) n`,
    [customerId, logins / LOGINS_OF_EACH],
  );
  await database.query(
    `create temporary table login as
     select n, now() - interval '1 day' * (1 - n::float / $1::int) as at, uuidv7() as session, uuidv7() as "grant", u.id as member
     from generate_series(1, $1::int) n
       join (select row_number() over (order by id) - 1 as place, id from users where customer_id = $2) u
         on u.place = (n::bigint * 7368787) % $3::int`,
    [logins, customerId, logins / LOGINS_OF_EACH],
  );
  await database.query(
    `insert into sessions (id, customer_id, user_id, secret_hash, auth_time, amr, last_accessed_at, expires_at, created_at)
     select session, $1, member, sha256(('session ' || n)::bytea), at, '{pwd}', at, at + interval '2 days', at from login`,
    [customerId],
  );
  await database.query(
    `insert into grants (id, customer_id, user_id, session_id, client_id, scopes, auth_time, amr, created_at)
     select "grant", $1, member, session, $2, '{openid,profile,email}', at, '{pwd}', at from login`,
    [customerId, clientId],
  );
  await database.query(
    `insert into audit_events
       (id, customer_id, occurred_at, action, actor_type, actor_id, subject_type, subject_id, ip, request_id, details)
     select ${ID}, $1, at, case when n % 10 = 0 then 'login.failed' else 'login.succeeded' end, 'user', member, 'user', member,
       '10.0.' || n % 200 || '.' || n / 200 % 250, md5('request ' || n)::uuid::text,
       jsonb_build_object('sessionId', session, 'clientId', $2::text, 'amr', '{pwd}'::text[]) from login order by at`,
    [customerId, clientId],
  );
  await database.query(
    `update audit_events set action = 'group.updated'
     where id in (select id from audit_events where customer_id = $1 order by request_id limit 100)`,
    [customerId],
  );
  for (const { create } of late) await database.query(create);
  for (const counter of COUNTERS) await database.query(counter);
  await database.query('vacuum analyze');
  const { rows } = await database.query<{ id: string }>(
    'select id from users where customer_id = $1 order by id limit 500',
    [customerId],
  );
  return rows.map(({ id }) => id);
}
