/**
 * How latency grows with the number of users: a database and a server a size, asked in turns over one connection, so
 * that what is measured is the time of one request and nothing of a queue.
 */
import { startGuildhall } from '../contestants/index.ts';
import { drive, type Script } from '../load.ts';
import { processorSeconds, type Patience } from '../machine.ts';
import type { Options } from '../options.ts';
import { median, percentile } from '../statistics.ts';
import { bulkLines } from './bulk.ts';
import { measureImports, type ImportTimes } from './imports.ts';
import { lines as requests, type Line } from './lines.ts';
import { createScale, type Scale } from './seed.ts';

const lines = [...requests, ...bulkLines];

export interface Growth {
  readonly title: string;
  /** Milliseconds at half of the answers, by size; the median of the rounds. */
  readonly p50: readonly number[];
  /** The last size's as a multiple of the first one's. */
  readonly growth: number;
  readonly limit?: number;
  /** Processor time of the server for one answer at the last size, in microseconds: the median of the rounds. */
  readonly cpu: number;
}

export interface Growths {
  readonly sizes: readonly number[];
  readonly lines: readonly Growth[];
}

interface Contestant {
  readonly pid: number;
  readonly port: number;
  readonly scale: Scale;
  readonly scripts: ReadonlyMap<Line, Script>;
  stop(): Promise<void>;
}

interface Lap {
  readonly p50: number;
  readonly cpu: number;
}

export async function measureGrowth(adminUrl: string, options: Options, patience: Patience): Promise<Growths> {
  const { sizes, rounds, roundSeconds, warmUpSeconds } = options;
  const contestants: Contestant[] = [];
  const imports: ImportTimes[] = [];
  const laps = new Map(lines.map((line) => [line, sizes.map((): Lap[] => [])]));
  try {
    for (const size of sizes) contestants.push(await contestant(adminUrl, size));
    const lap = async (line: Line, { pid, port, scripts }: Contestant, seconds: number): Promise<Lap> => {
      const before = processorSeconds(pid);
      const { answers, latencies } = await drive(port, [scripts.get(line)!], line.status, seconds, line.heard);
      return { p50: percentile(latencies, 0.5), cpu: ((processorSeconds(pid) - before) / answers) * 1e6 };
    };
    for (const line of lines)
      for (const each of contestants) await lap(line, each, Math.min(warmUpSeconds, roundSeconds / 2));
    for (let round = 0; round < rounds; round += 1)
      for (const line of lines)
        for (const [index, each] of contestants.entries()) {
          await patience.quiet();
          laps.get(line)![index]!.push(await lap(line, each, roundSeconds / 2));
        }
    for (const each of contestants) imports.push(await measureImports(each, patience));
  } finally {
    await Promise.all(contestants.map((each) => each.stop()));
  }
  return { sizes, lines: [...lines.map((line) => growthOf(line, laps.get(line)!)), ...importsOf(imports)] };
}

async function contestant(adminUrl: string, size: number): Promise<Contestant> {
  const scale = await createScale(adminUrl, size);
  const { pid, port, stop } = await startGuildhall(scale);
  return { pid, port, stop, scale, scripts: new Map(lines.map((line) => [line, line.script(scale)])) };
}

function importsOf(bySize: readonly ImportTimes[]): Growth[] {
  const laps = (of: keyof ImportTimes): Lap[][] =>
    bySize.map((times) => times[of].map(({ ms, cpu }) => ({ p50: ms, cpu: cpu * 1e6 })));
  return [
    growthOf({ title: 'import: 10,000 new users', growth: 2 }, laps('created')),
    growthOf({ title: 'import: 10,000 users who exist', growth: 2 }, laps('changed')),
  ];
}

function growthOf({ title, growth: limit }: Pick<Line, 'title' | 'growth'>, bySize: readonly Lap[][]): Growth {
  const p50 = bySize.map((laps) => median(laps.map((lap) => lap.p50)));
  return {
    title,
    p50,
    growth: p50.at(-1)! / p50[0]!,
    ...(limit !== undefined && { limit }),
    cpu: median(bySize.at(-1)!.map((lap) => lap.cpu)),
  };
}
