/**
 * How latency grows with the number of users: a database and a server a size, asked in turns over one connection, so
 * that what is measured is the time of one request and nothing of a queue.
 */
import { startGuildhall } from '../contestants/index.ts';
import { drive, type Script } from '../load.ts';
import type { Patience } from '../machine.ts';
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
}

export interface Growths {
  readonly sizes: readonly number[];
  readonly lines: readonly Growth[];
}

interface Contestant {
  readonly port: number;
  readonly scripts: ReadonlyMap<Line, Script>;
  stop(): Promise<void>;
}

export async function measureGrowth(adminUrl: string, options: Options, patience: Patience): Promise<Growths> {
  const { sizes, rounds, roundSeconds, warmUpSeconds } = options;
  const contestants: Contestant[] = [];
  const p50 = new Map(lines.map((line) => [line, sizes.map((): number[] => [])]));
  try {
    for (const size of sizes) contestants.push(await contestant(adminUrl, size));
    const lap = async (line: Line, { port, scripts }: Contestant, seconds: number): Promise<number> =>
      percentile((await drive(port, [scripts.get(line)!], line.status, seconds)).latencies, 0.5);
    for (const line of lines)
      for (const each of contestants) await lap(line, each, Math.min(warmUpSeconds, roundSeconds / 2));
    for (let round = 0; round < rounds; round += 1)
      for (const line of lines)
        for (const [index, each] of contestants.entries()) {
          await patience.quiet();
          p50.get(line)![index]!.push(await lap(line, each, roundSeconds / 2));
        }
  } finally {
    await Promise.all(contestants.map((each) => each.stop()));
  }
  return { sizes, lines: lines.map((line) => growthOf(line, p50.get(line)!.map(median))) };
}

async function contestant(adminUrl: string, size: number): Promise<Contestant> {
  const scale = await createScale(adminUrl, size);
  const { port, stop } = await startGuildhall(scale);
  return { port, stop, scripts: new Map(lines.map((line) => [line, line.script(scale)])) };
}

const growthOf = ({ title, growth: limit }: Line, p50: readonly number[]): Growth => ({
  title,
  p50,
  growth: p50.at(-1)! / p50[0]!,
  ...(limit !== undefined && { limit }),
});
