/** What counting costs: the server with the management port, and without it, in turns. */
import { freePort, startGuildhall, type Contestant } from './contestants/index.ts';
import { drive } from './load.ts';
import { processorSeconds, type Patience } from './machine.ts';
import { operations } from './operations.ts';
import type { Options } from './options.ts';
import { median } from './statistics.ts';
import type { World } from './world.ts';

export interface Cost {
  readonly title: string;
  /** The additional processor time of an answer, as a part of what it takes without: the median of the turns' own. */
  readonly part: number;
}

/** The difference is small, so it takes many turns to tell it from noise. */
const TURNS_A_ROUND = 8;

export async function measureMetrics(world: World, options: Options, patience: Patience): Promise<Cost[]> {
  const servers: Contestant[] = [];
  try {
    servers.push(await startGuildhall(world));
    const port = String(await freePort());
    servers.push(await startGuildhall({ ...world, env: { ...world.env, MANAGEMENT_PORT: port } }));
    const costs: Cost[] = [];
    for (const name of ['token', 'userinfo']) {
      const { title, scripts } = operations.find((each) => each.name === name)!;
      const lap = (index: number, seconds: number): Promise<number> => cpuOf(servers[index]!, scripts(world), seconds);
      for (const index of servers.keys()) await lap(index, options.warmUpSeconds);
      const parts: number[] = [];
      for (let turn = 0; turn < options.rounds * TURNS_A_ROUND; turn += 1) {
        await patience.quiet();
        // Whoever is first changes, so that what grows with time counts for both.
        const order = turn % 2 === 0 ? [0, 1] : [1, 0];
        const cpu: number[] = [];
        for (const index of order) cpu[index] = await lap(index, options.roundSeconds / 2);
        parts.push(cpu[1]! / cpu[0]! - 1);
      }
      costs.push({ title, part: median(parts) });
    }
    return costs;
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Processor time of the server for one answer, in seconds. */
async function cpuOf(
  { pid, port }: Contestant,
  scripts: Parameters<typeof drive>[1],
  seconds: number,
): Promise<number> {
  const before = processorSeconds(pid);
  const { answers } = await drive(port, scripts, 200, seconds);
  return (processorSeconds(pid) - before) / answers;
}
