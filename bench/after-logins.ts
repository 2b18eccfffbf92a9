/**
 * What a customer's old logins cost new requests: a database and a server for each number of logins, all in one customer,
 * asked in turns. Each login is a session with its grant, its code and its refresh tokens, the last of them unused.
 */
import pg from 'pg';
import { Browser, hiddenOf } from './browser.ts';
import { startGuildhall, type Contestant } from './contestants/index.ts';
import { bytesOf, drive, type Script } from './load.ts';
import type { Patience } from './machine.ts';
import { CONNECTIONS, FORM } from './operation.ts';
import { operations } from './operations.ts';
import type { Options } from './options.ts';
import { median } from './statistics.ts';
import { createWorld, type World } from './world.ts';

export interface AfterLogins {
  readonly logins: readonly number[];
  readonly lines: readonly {
    readonly title: string;
    /** Answers a second, by number of logins; the median of the rounds. */
    readonly perSecond: readonly number[];
    /** The last rate as a part of the first one: the median of the rounds' own. */
    readonly kept: number;
    /** Answers a second that each rate has to reach. */
    readonly atLeast?: number;
  }[];
}

interface Line {
  readonly title: string;
  readonly status: number;
  readonly atLeast?: number;
  readonly scripts: (server: Contestant) => Script[] | Promise<Script[]>;
  readonly heard?: (world: World, answer: Buffer) => void;
}

const USERS = 10_000;
/** So many of the users have signed in, each as often as the others. */
const SIGNED_IN = 1000;
const TOKENS = 3;

const [token, userinfo] = ['token', 'userinfo'].map((name) => operations.find((each) => each.name === name)!);

const unused = new WeakMap<World, string[]>();

const lines: readonly Line[] = [
  {
    title: 'refresh, rotated',
    status: 200,
    atLeast: 700,
    scripts: ({ world }) =>
      Array.from({ length: CONNECTIONS }, () => () => {
        const { clientId, clientSecret } = world.application;
        const fields = { client_id: clientId, client_secret: clientSecret, grant_type: 'refresh_token' };
        const refreshToken = unused.get(world)!.shift()!;
        const body = String(new URLSearchParams({ ...fields, refresh_token: refreshToken }));
        return bytesOf({ method: 'POST', path: '/oauth2/token', headers: FORM, body });
      }),
    heard: (world, answer) => {
      const { refresh_token: next } = JSON.parse(answer.toString().split('\r\n\r\n')[1]!) as { refresh_token: string };
      unused.get(world)!.push(next);
    },
  },
  {
    title: 'password login, one connection',
    status: 303,
    scripts: async ({ port, world }) => {
      const browser = new Browser(port, world.issuer);
      const fields = { ...hiddenOf((await browser.open('/login'))!), ...world.administrator };
      const headers = { ...FORM, cookie: browser.cookie };
      const request = bytesOf({ method: 'POST', path: '/login', headers, body: String(new URLSearchParams(fields)) });
      return [() => request];
    },
  },
  { title: userinfo!.title, status: 200, scripts: ({ world }) => userinfo!.scripts(world) },
  { title: token!.title, status: 200, scripts: ({ world }) => token!.scripts(world) },
];

export async function measureAfterLogins(adminUrl: string, options: Options, patience: Patience): Promise<AfterLogins> {
  const { logins, rounds, roundSeconds, warmUpSeconds } = options;
  const servers: Contestant[] = [];
  const rates = lines.map(() => logins.map((): number[] => []));
  try {
    for (const count of logins) servers.push(await startAfter(adminUrl, count));
    const lap = async ({ status, scripts, heard }: Line, server: Contestant, seconds: number): Promise<number> => {
      const hear = heard && ((answer: Buffer) => heard(server.world, answer));
      const sample = await drive(server.port, await scripts(server), status, seconds, hear);
      return sample.answers / sample.seconds;
    };
    for (const line of lines) for (const server of servers) await lap(line, server, warmUpSeconds);
    for (let round = 0; round < rounds; round += 1)
      for (const [at, line] of lines.entries())
        for (const [index, server] of servers.entries()) {
          await patience.quiet();
          rates[at]![index]!.push(await lap(line, server, roundSeconds));
        }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
  return {
    logins,
    lines: lines.map(({ title, atLeast }, at) => ({
      title,
      perSecond: rates[at]!.map(median),
      kept: median(rates[at]!.at(-1)!.map((rate, round) => rate / rates[at]![0]![round]!)),
      ...(atLeast !== undefined && { atLeast }),
    })),
  };
}

async function startAfter(adminUrl: string, count: number): Promise<Contestant> {
  const name = `logins_${count}`;
  const admin = new pg.Client(adminUrl);
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const world = await createWorld(adminUrl.replace(/[^/]*$/, name), USERS, CONNECTIONS);
  const database = new pg.Client(world.databaseUrl);
  await database.connect();
  await fill(database, world, count);
  await database.end();
  unused.set(
    world,
    Array.from({ length: CONNECTIONS }, (_, login) => tokenOf(login + 1)),
  );
  const server = await startGuildhall(world);
  return { ...server, world };
}

const tokenOf = (login: number): string => `rt_${login}_${TOKENS}`;

async function fill(database: pg.Client, { customerId, application, users }: World, count: number): Promise<void> {
  await database.query(
    `create temporary table login as
     select n, uuidv7() as session, uuidv7() as grant, ($2::uuid[])[1 + n % $3::int] as member from generate_series(1, $1::int) n`,
    [count, users, SIGNED_IN],
  );
  await database.query(
    `insert into sessions (id, customer_id, user_id, secret_hash, auth_time, amr, last_accessed_at, expires_at, created_at)
     select session, $1, member, sha256(('session ' || n)::bytea), now(), '{pwd}', now(), now() + interval '1 day', now() from login`,
    [customerId],
  );
  await database.query(
    `insert into grants (id, customer_id, user_id, session_id, client_id, scopes, auth_time, amr, created_at)
     select "grant", $1, member, session, $2, '{openid,profile,email}', now(), '{pwd}', now() from login`,
    [customerId, application.clientId],
  );
  await database.query(
    `insert into authorization_codes (code_hash, customer_id, grant_id, client_id, redirect_uri, expires_at, consumed_at)
     select sha256(('code ' || n)::bytea), $1, "grant", $2, $3, now(), now() from login`,
    [customerId, application.clientId, application.redirectUri],
  );
  await database.query(
    `insert into refresh_tokens
       (token_hash, customer_id, grant_id, client_id, scopes, expires_at, consumed_at, successor_hash, created_at)
     select sha256(concat_ws('_', 'rt', n, t)::bytea), $1, "grant", $2, '{openid,profile,email}', now() + interval '1 day',
       case when t < $3::int then now() end, case when t < $3::int then sha256(concat_ws('_', 'rt', n, t + 1)::bytea) end, now()
     from login cross join generate_series(1, $3::int) t`,
    [customerId, application.clientId, TOKENS],
  );
  await database.query('vacuum analyze');
}
