/**
 * How latency grows with the number of users: a database and a server a size, asked in turns over one connection, so
 * that what is measured is the time of one request and nothing of a queue.
 */
import { startGuildhall } from '../contestants/index.ts';
import { drive, type Script } from '../load.ts';
import { processorSeconds, type Patience } from '../machine.ts';
import type { Options } from '../options.ts';
import { median, percentile } from '../statistics.ts';
import { lines, type Line } from './lines.ts';
import { createScale } from './seed.ts';

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
  const laps = new Map(lines.map((line) => [line, sizes.map((): Lap[] => [])]));
  try {
    for (const size of sizes) contestants.push(await contestant(adminUrl, size));
    const lap = async (line: Line, { pid, port, scripts }: Contestant, seconds: number): Promise<Lap> => {
      const before = processorSeconds(pid);
      const { answers, latencies } = await drive(port, [scripts.get(line)!], line.status, seconds);
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
  } finally {
    await Promise.all(contestants.map((each) => each.stop()));
  }
  return { sizes, lines: lines.map((line) => growthOf(line, laps.get(line)!)) };
}

async function contestant(adminUrl: string, size: number): Promise<Contestant> {
  const scale = await createScale(adminUrl, size);
  const { pid, port, stop } = await startGuildhall(scale);
  return { pid, port, stop, scripts: new Map(lines.map((line) => [line, line.script(scale)])) };
}

function growthOf({ title, growth: limit }: Line, bySize: readonly Lap[][]): Growth {
  const p50 = bySize.map((laps) => median(laps.map((lap) => lap.p50)));
  return {
    title,
    p50,
    growth: p50.at(-1)! / p50[0]!,
    ...(limit !== undefined && { limit }),
    cpu: median(bySize.at(-1)!.map((lap) => lap.cpu)),
  };
}
