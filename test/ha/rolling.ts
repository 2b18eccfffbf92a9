/** Rolls two nodes behind a balancer, one after the other, while applications go on asking. */
import { HAPROXY, NGINX, startHaproxy, startNginx } from './balancers.ts';
import { type Row, rowOf } from './report.ts';
import { Postgres } from './postgres.ts';
import { type Setting, underLoad } from './stand.ts';

export interface Rolling extends Omit<Setting<Postgres>, 'store'> {
  readonly name: string;
  readonly program: string;
  /** How many requests a restart may cost. */
  readonly cost?: number;
}

const CHECKS = 'inter 1s fastinter 250ms downinter 250ms fall 3 rise 1';

/**
 * With what is documented: nobody may lose a request. nginx asks no node whether it is ready, so it may lose the last ones: less
 * than one in a restart, or several where the cores are overloaded. It loses 78 without a delay.
 */
export const DOCUMENTED: readonly Rolling[] = [
  { name: 'HAProxy', program: HAPROXY, balancer: startHaproxy },
  { name: 'nginx', program: NGINX, balancer: startNginx, cost: 5 },
];

/** With what others have set, for comparison. */
export const OTHERS: readonly Rolling[] = [
  {
    name: 'HAProxy, inter 500 fall 1',
    program: HAPROXY,
    balancer: startHaproxy,
    changes: [[CHECKS, 'inter 500 fall 1']],
  },
  {
    name: 'HAProxy, inter 500 fall 1, no timeout check',
    program: HAPROXY,
    balancer: startHaproxy,
    changes: [
      [CHECKS, 'inter 500 fall 1'],
      ['    timeout check 3s\n', ''],
    ],
  },
  {
    name: 'HAProxy, inter 2s fall 3, no delay',
    program: HAPROXY,
    balancer: startHaproxy,
    changes: [[CHECKS, 'inter 2s fall 3']],
    env: { SHUTDOWN_DELAY_SECONDS: '0' },
  },
  { name: 'HAProxy, no delay', program: HAPROXY, balancer: startHaproxy, env: { SHUTDOWN_DELAY_SECONDS: '0' } },
  { name: 'nginx, no delay', program: NGINX, balancer: startNginx, env: { SHUTDOWN_DELAY_SECONDS: '0' } },
];

/** Restarts the nodes by turns, as an orchestrator that waits for readiness alone. */
export async function roll({ name, ...setting }: Rolling, rolls: number, kept: boolean): Promise<Row> {
  const recorded = await underLoad({ ...setting, store: (place) => new Postgres(place) }, kept, async ({ nodes }) => {
    for (let time = 0; time < rolls; time += 1) {
      const node = nodes[time % 2]!;
      await node.stop();
      await node.start();
    }
  });
  return { ...rowOf(`${name}: ${rolls} restarts`, recorded), outage: null };
}
