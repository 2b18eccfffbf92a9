/** Kills and freezes parts while applications go on asking. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startHaproxy } from './balancers.ts';
import { type Row, rowOf } from './report.ts';
import { type Stand, underLoad } from './stand.ts';

interface Fault {
  readonly name: string;
  readonly times: number;
  readonly strike: (stand: Stand) => Promise<void>;
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'connections ended by PostgreSQL',
    times: 8,
    strike: ({ postgres }) => postgres.terminateBackends(),
  },
  {
    name: 'postmaster killed',
    times: 2,
    strike: async ({ postgres }) => {
      await postgres.kill();
      await sleep(500);
      await postgres.start();
    },
  },
  {
    name: 'node killed',
    times: 3,
    strike: async ({ nodes: [node] }) => {
      await node.kill();
      await sleep(500);
      await node.start();
    },
  },
  {
    name: 'node frozen for five seconds',
    times: 1,
    strike: async ({ nodes: [node] }) => {
      node.freeze();
      await sleep(5000);
      node.thaw();
    },
  },
];

/** Does it, several times with a pause between. */
export async function suffer({ name, times, strike }: Fault, kept: boolean): Promise<Row> {
  const recorded = await underLoad({ balancer: startHaproxy }, kept, async (stand) => {
    for (let time = 0; time < times; time += 1) {
      await strike(stand);
      await sleep(1500);
    }
  });
  return rowOf(`${name}, ${times} times`, recorded);
}
