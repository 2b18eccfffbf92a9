/** The same requests to servers on databases of different sizes, in turns over one connection. */
import type { Running } from '../contestants/index.ts';
import { drive, type Script } from '../load.ts';
import { processorSeconds, type Patience } from '../machine.ts';
import type { Options } from '../options.ts';
import { median, percentile } from '../statistics.ts';

/** Something whose cost should not grow with the size. */
export interface Line<Place> {
  readonly title: string;
  readonly status: number;
  /** At most so many times slower at the last size than at the first; none where growing is its nature. */
  readonly growth?: number;
  /** At most so many milliseconds at the last size. */
  readonly within?: number;
  readonly script: (place: Place, port: number) => Script | Promise<Script>;
  /** Told every answer. */
  readonly heard?: (answer: Buffer) => void;
}

export interface Growth {
  readonly title: string;
  /** Milliseconds at half of the answers, or what else was measured, by size; the median of the rounds. */
  readonly p50: readonly number[];
  /** Of what was measured, unless it is milliseconds. */
  readonly unit?: string;
  /** The last size's as a multiple of the first one's. */
  readonly growth: number;
  readonly limit?: number;
  readonly within?: number;
  /** Processor time of the server for one answer at the last size, in microseconds: the median of the rounds. */
  readonly cpu?: number;
}

export interface Growths {
  /** What there is more of. */
  readonly of: string;
  readonly sizes: readonly number[];
  readonly lines: readonly Growth[];
}

interface Lap {
  readonly p50: number;
  readonly cpu: number;
}

/** Asks the servers, smallest first, for every line in turns. */
export async function compare<Place>(
  lines: readonly Line<Place>[],
  servers: readonly Running<Place>[],
  { rounds, roundSeconds, warmUpSeconds }: Options,
  patience: Patience,
): Promise<Growth[]> {
  const laps = new Map(lines.map((line) => [line, servers.map((): Lap[] => [])]));
  const scripts = new Map<Line<Place>, Script[]>();
  for (const line of lines) {
    const made: Script[] = [];
    for (const { world, port } of servers) made.push(await line.script(world, port));
    scripts.set(line, made);
  }
  const lap = async (line: Line<Place>, index: number, seconds: number): Promise<Lap> => {
    const { pid, port } = servers[index]!;
    const before = processorSeconds(pid);
    const { answers, latencies } = await drive(port, [scripts.get(line)![index]!], line.status, seconds, line.heard);
    return { p50: percentile(latencies, 0.5), cpu: ((processorSeconds(pid) - before) / answers) * 1e6 };
  };
  for (const line of lines)
    for (const index of servers.keys()) await lap(line, index, Math.min(warmUpSeconds, roundSeconds / 2));
  for (let round = 0; round < rounds; round += 1)
    for (const line of lines)
      for (const index of servers.keys()) {
        await patience.quiet();
        laps.get(line)![index]!.push(await lap(line, index, roundSeconds / 2));
      }
  return lines.map((line) => growthOf(line, laps.get(line)!));
}

/** What was measured of one line, by size. */
export function growthOf(
  { title, growth: limit, within }: Pick<Line<unknown>, 'title' | 'growth' | 'within'>,
  bySize: readonly Lap[][],
): Growth {
  const p50 = bySize.map((laps) => median(laps.map((lap) => lap.p50)));
  return {
    ...valuesOf(title, p50),
    ...(limit !== undefined && { limit }),
    ...(within !== undefined && { within }),
    cpu: median(bySize.at(-1)!.map((lap) => lap.cpu)),
  };
}

/** One value for each size. */
export const valuesOf = (title: string, values: readonly number[]): Growth => ({
  title,
  p50: values,
  growth: values.at(-1)! / values[0]!,
});
