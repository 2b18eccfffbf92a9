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
import { addLogins, giveTokens, refreshing } from './refreshes.ts';
import { createDatabase } from './scale/database.ts';
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

const [token, userinfo] = ['token', 'userinfo'].map((name) => operations.find((each) => each.name === name)!);

const lines: readonly Line[] = [
  { ...refreshing, title: 'refresh, rotated', status: 200, atLeast: 700 },
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
  const world = await createWorld(await createDatabase(adminUrl, `logins_${count}`), USERS, CONNECTIONS);
  const database = new pg.Client(world.databaseUrl);
  await database.connect();
  await addLogins(database, world, count);
  await database.end();
  giveTokens(world, 1, CONNECTIONS);
  const server = await startGuildhall(world);
  return { ...server, world };
}
