/**
 * How latency grows with the number of users: a database and a server a size, asked in turns over one connection, so
 * that what is measured is the time of one request and nothing of a queue.
 */
import { startGuildhall, type Running } from '../contestants/index.ts';
import type { Patience } from '../machine.ts';
import type { Options } from '../options.ts';
import { bulkLines } from './bulk.ts';
import { compare, growthOf, type Growth, type Growths } from './compare.ts';
import { measureImports, type ImportTimes } from './imports.ts';
import { lines as requests } from './lines.ts';
import { searchLines } from './searches.ts';
import { createScale, type Scale } from './seed.ts';

const lines = [...requests, ...searchLines, ...bulkLines];

export async function measureGrowth(adminUrl: string, options: Options, patience: Patience): Promise<Growths> {
  const { sizes } = options;
  const servers: Running<Scale>[] = [];
  try {
    for (const size of sizes) servers.push(await startGuildhall(await createScale(adminUrl, size)));
    const compared = await compare(lines, servers, options, patience);
    const imports: ImportTimes[] = [];
    for (const { pid, port, world } of servers)
      imports.push(await measureImports({ pid, port, scale: world }, patience));
    return { of: 'users', sizes, lines: [...compared, ...importsOf(imports)] };
  } finally {
    await Promise.all(servers.map((each) => each.stop()));
  }
}

function importsOf(bySize: readonly ImportTimes[]): Growth[] {
  const laps = (of: keyof ImportTimes) =>
    bySize.map((times) => times[of].map(({ ms, cpu }) => ({ p50: ms, cpu: cpu * 1e6 })));
  return [
    growthOf({ title: 'import: 10,000 new users', growth: 2 }, laps('created')),
    growthOf({ title: 'import: 10,000 users who exist', growth: 2 }, laps('changed')),
  ];
}
