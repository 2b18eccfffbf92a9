/** How fast each contestant does each operation, taken in turns so that whatever disturbs the machine disturbs all. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { rivals, startGuildhall, startOther, type Contestant, type ContestantName } from './contestants/index.ts';
import { drive, type Sample } from './load.ts';
import {
  processorSeconds,
  residentMegabytes,
  SETTLED_AFTER_LOAD_MS,
  SETTLED_AFTER_START_MS,
  type Patience,
} from './machine.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { wants, type Options } from './options.ts';
import { median, percentile } from './statistics.ts';
import { whole } from './table.ts';
import type { World } from './world.ts';

export interface Speed {
  readonly contestant: ContestantName;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Processor time of the server for one answer, in microseconds. */
  readonly cpu: number;
  /** How much of its core the server used. */
  readonly busy: number;
  /** The product's answers a second as a multiple of this contestant's: the median over the rounds. */
  readonly ratio?: number;
  readonly target?: number;
  /** This contestant's processor time for one answer as a multiple of the product's: the median over the rounds. */
  readonly cpuRatio?: number;
}

export interface Race {
  readonly operation: string;
  readonly title: string;
  readonly speeds: readonly Speed[];
  /** What the product is to reach by itself. */
  readonly goals: readonly Goal[];
}

/** What the product has reached of a target, and whether that is enough. */
export interface Goal {
  readonly of: string;
  readonly measured: string;
  readonly target: string;
  readonly isMet: boolean;
}

/** Resident memory of the product, in megabytes. */
export interface Memory {
  readonly afterStart: number;
  readonly afterLoad: number;
}

interface Lap extends Sample {
  readonly cpuSeconds: number;
}

export async function measureThroughput(
  world: World,
  options: Options,
  patience: Patience,
): Promise<{ races: Race[]; memory?: Memory }> {
  const chosen = operations.filter(({ name, feeds = [] }) =>
    [name, ...feeds, ...comparedTo(name)].some((each) => wants(options, each)),
  );
  const contestants = await startAll(world, chosen);
  try {
    const [guildhall] = contestants as [Contestant];
    if (wants(options, 'memory')) await sleep(SETTLED_AFTER_START_MS);
    const afterStart = residentMegabytes(guildhall.pid);
    for (const operation of chosen)
      for (const contestant of ableTo(operation, contestants)) {
        await operation.prepare?.(contestant);
        await runLap(contestant, operation, options.warmUpSeconds);
      }
    await analyze(world);
    const laps = new Map<string, Lap[]>();
    for (let round = 0; round < options.rounds; round += 1)
      for (const operation of chosen)
        for (const contestant of ableTo(operation, contestants)) {
          const key = `${operation.name} ${contestant.name}`;
          await patience.quiet();
          laps.set(key, [...(laps.get(key) ?? []), await runLap(contestant, operation, options.roundSeconds)]);
        }
    if (wants(options, 'memory')) await sleep(SETTLED_AFTER_LOAD_MS);
    const memory = { afterStart, afterLoad: residentMegabytes(guildhall.pid) };
    const races = chosen.map((operation) => ({
      operation: operation.name,
      title: operation.title,
      speeds: ableTo(operation, contestants).map(({ name }) =>
        speedOf(name, operation, laps.get(`${operation.name} ${name}`)!, laps.get(`${operation.name} guildhall`)!),
      ),
      goals: goalsOf(operation, (name) => laps.get(`${name} guildhall`)),
    }));
    return { races, ...(wants(options, 'memory') && { memory }) };
  } finally {
    await Promise.all(contestants.map((contestant) => contestant.stop()));
  }
}

/** What autovacuum does every minute, so that nobody is measured on plans for the tables as they were when empty. */
async function analyze({ databaseUrl }: World): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('analyze');
  await client.end();
}

async function startAll(world: World, chosen: readonly Operation[]): Promise<Contestant[]> {
  // One start that does not count fills the compile cache, without which the process is larger.
  await (await startGuildhall(world)).stop();
  const contestants = [await startGuildhall(world)];
  for (const rival of rivals)
    if (chosen.some(({ against }) => rival in against)) contestants.push(await startOther(rival, world));
  return contestants;
}

const ableTo = ({ against }: Operation, contestants: readonly Contestant[]): Contestant[] =>
  contestants.filter(({ name }) => name === 'guildhall' || name in against);

async function runLap({ pid, port, world }: Contestant, operation: Operation, seconds: number): Promise<Lap> {
  const before = processorSeconds(pid);
  const { scripts, status, heard } = operation;
  const sample = await drive(port, scripts(world), status, seconds, heard && ((answer) => heard(world, answer)));
  return { ...sample, cpuSeconds: processorSeconds(pid) - before };
}

const rate = ({ answers, seconds }: Sample): number => answers / seconds;

const cpuOf = ({ cpuSeconds, answers }: Lap): number => (cpuSeconds / answers) * 1e6;

function speedOf(contestant: ContestantName, operation: Operation, laps: Lap[], ours: Lap[]): Speed {
  const of = (figure: (lap: Lap) => number): number => median(laps.map(figure));
  return {
    contestant,
    perSecond: of(rate),
    p50: of(({ latencies }) => percentile(latencies, 0.5)),
    p95: of(({ latencies }) => percentile(latencies, 0.95)),
    p99: of(({ latencies }) => percentile(latencies, 0.99)),
    cpu: of(cpuOf),
    busy: of(({ cpuSeconds, seconds }) => cpuSeconds / seconds),
    ...(contestant !== 'guildhall' && {
      ratio: median(laps.map((lap, round) => rate(ours[round]!) / rate(lap))),
      target: operation.against[contestant]!,
      cpuRatio: median(laps.map((lap, round) => cpuOf(lap) / cpuOf(ours[round]!))),
    }),
  };
}

/** The operations whose processor time is compared with that of this one. */
const comparedTo = (name: string): string[] =>
  operations.flatMap((operation) => (operation.cpuOver?.operation === name ? [operation.name] : []));

function goalsOf({ name, atLeast, within, cpuOver }: Operation, lapsOf: (name: string) => Lap[] | undefined): Goal[] {
  const ours = lapsOf(name)!;
  const of = (figure: (lap: Lap, round: number) => number): number => median(ours.map(figure));
  const goals: Goal[] = [];
  if (atLeast !== undefined) {
    const measured = of(rate);
    goals.push({
      of: 'answers a second',
      measured: whole(measured),
      target: `≥ ${whole(atLeast)}`,
      isMet: measured >= atLeast,
    });
  }
  if (within !== undefined) {
    const measured = of(({ latencies }) => percentile(latencies, 0.95));
    goals.push({
      of: '95 of 100',
      measured: `${measured.toFixed(1)} ms`,
      target: `≤ ${within} ms`,
      isMet: measured <= within,
    });
  }
  if (cpuOver) {
    const others = lapsOf(cpuOver.operation)!;
    const measured = of((lap, round) => cpuOf(lap) / cpuOf(others[round]!));
    const about = `processor time beside ${cpuOver.operation}`;
    goals.push({
      of: about,
      measured: `${measured.toFixed(2)} ×`,
      target: `≤ ${cpuOver.most} ×`,
      isMet: measured <= cpuOver.most,
    });
  }
  return goals;
}
