/**
 * What a second worker adds: the server with one and with two, in turns, and everybody on every core. Where the cores are too
 * few for that, each worker gets a slow one, so that PostgreSQL and the load take nothing from it. What each of the three used
 * is told, and how many answers a core of the server gives.
 */
import { availableParallelism } from 'node:os';
import pg from 'pg';
import { startGuildhall, type Contestant } from './contestants/index.ts';
import { drive, type Sample, type Script } from './load.ts';
import { childrenOf, familySeconds, onEveryCore, type Patience } from './machine.ts';
import { CONNECTIONS } from './operation.ts';
import { operations } from './operations.ts';
import type { Options } from './options.ts';
import { addLogins, giveTokens, refreshing } from './refreshes.ts';
import { slowDown } from './slow-cores.ts';
import { median } from './statistics.ts';
import type { World } from './world.ts';

export const WORKERS = [1, 2] as const;
/** Besides the workers' own: for PostgreSQL and the load. */
const SPARE_CORES = 2;

/** Medians of the rounds. */
export interface Crew {
  readonly workers: number;
  readonly perSecond: number;
  /** Processor time of all processes of the server for one answer, in microseconds. */
  readonly cpu: number;
  /** Which part of all cores each used. */
  readonly server: number;
  readonly database: number;
  readonly load: number;
}

export interface Scaling {
  readonly title: string;
  readonly crews: readonly Crew[];
  /** The rate with the most workers as a multiple of that with one: the median of the rounds' own. */
  readonly byRate: number;
  /** The same with a core for each worker, by the processor time for one answer. */
  readonly byCpu: number;
  /** Whether every worker had as much of a core as the one alone: a core of its own, or a slow one. */
  readonly isFair: boolean;
}

interface Line {
  readonly title: string;
  readonly scripts: (server: Contestant) => Script[];
  readonly heard?: (world: World, answer: Buffer) => void;
}

interface Lap extends Sample {
  readonly server: number;
  readonly database: number;
  readonly load: number;
}

const lines: readonly Line[] = [
  ...['token', 'userinfo'].map((name): Line => {
    const { title, scripts } = operations.find((each) => each.name === name)!;
    return { title, scripts: ({ world }) => scripts(world) };
  }),
  { ...refreshing, title: 'refresh, rotated' },
];

export async function measureWorkers(world: World, options: Options, patience: Patience): Promise<Scaling[]> {
  const database = new pg.Client(world.databaseUrl);
  await database.connect();
  await addLogins(database, world, CONNECTIONS * WORKERS.reduce((sum, workers) => sum + workers, 0));
  await database.end();
  return onEveryCore(world.databaseUrl, (postmaster) => race(world, postmaster, options, patience));
}

async function race(world: World, postmaster: number, options: Options, patience: Patience): Promise<Scaling[]> {
  const servers: Contestant[] = [];
  const laps = new Map(lines.map((line) => [line, WORKERS.map((): Lap[] => [])]));
  const areCoresEnough = availableParallelism() >= WORKERS.at(-1)! + SPARE_CORES;
  let lift: (() => void) | null = null;
  try {
    let login = 1;
    // A slow core makes the event loop wait now and then, whatever the load: no reason to refuse requests.
    const env = { ...world.env, ...(!areCoresEnough && { OVERLOAD_LAG_MS: '0' }) };
    for (const workers of WORKERS) {
      const server = await startGuildhall({ ...world, env: { ...env, WORKERS: String(workers) } });
      servers.push(server);
      giveTokens(server.world, login, CONNECTIONS * workers);
      login += CONNECTIONS * workers;
    }
    const lap = (line: Line, index: number, seconds: number): Promise<Lap> =>
      runLap(line, servers[index]!, WORKERS[index]!, postmaster, seconds);
    // Each worker warms up for as long, and at full speed: on a slow core, compiling would last into the rounds.
    for (const line of lines)
      for (const index of servers.keys()) await lap(line, index, options.warmUpSeconds * WORKERS[index]!);
    if (!areCoresEnough) lift = slowDown(servers.flatMap(({ pid }, index) => (index === 0 ? [pid] : childrenOf(pid))));
    for (let round = 0; round < options.rounds; round += 1)
      for (const line of lines)
        for (const index of servers.keys()) {
          await patience.quiet();
          laps.get(line)![index]!.push(await lap(line, index, options.roundSeconds));
        }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    lift?.();
  }
  const isFair = areCoresEnough || lift !== null;
  return lines.map((line) => ({ ...scalingOf(line.title, laps.get(line)!), isFair }));
}

/** As many connections for each worker: requests of the same moment share lookups in the worker that has them. */
async function runLap(
  { scripts, heard }: Line,
  server: Contestant,
  workers: number,
  postmaster: number,
  seconds: number,
): Promise<Lap> {
  const { pid, port, world } = server;
  const used = () => {
    const { user, system } = process.cpuUsage();
    return { server: familySeconds(pid), database: familySeconds(postmaster), load: (user + system) / 1e6 };
  };
  const before = used();
  const all = Array.from({ length: workers }, () => scripts(server)).flat();
  const sample = await drive(port, all, 200, seconds, heard && ((answer) => heard(world, answer)));
  const after = used();
  return {
    ...sample,
    server: after.server - before.server,
    database: after.database - before.database,
    load: after.load - before.load,
  };
}

const rate = ({ answers, seconds }: Sample): number => answers / seconds;
const cpuOf = ({ server, answers }: Lap): number => (server / answers) * 1e6;

function scalingOf(title: string, byCrew: readonly Lap[][]): Omit<Scaling, 'isFair'> {
  const crews = byCrew.map((laps, index) => {
    const of = (figure: (lap: Lap) => number): number => median(laps.map(figure));
    const part = (who: 'server' | 'database' | 'load'): number =>
      of((lap) => lap[who] / lap.seconds / availableParallelism());
    return {
      workers: WORKERS[index]!,
      perSecond: of(rate),
      cpu: of(cpuOf),
      server: part('server'),
      database: part('database'),
      load: part('load'),
    };
  });
  const [alone, all] = [byCrew[0]!, byCrew.at(-1)!];
  const ratio = (of: (lap: Lap, one: Lap) => number): number => median(all.map((lap, round) => of(lap, alone[round]!)));
  return {
    title,
    crews,
    byRate: ratio((lap, one) => rate(lap) / rate(one)),
    byCpu: WORKERS.at(-1)! * ratio((lap, one) => cpuOf(one) / cpuOf(lap)),
  };
}
