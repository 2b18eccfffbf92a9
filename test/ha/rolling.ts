/** Rolls two nodes behind a balancer, one after the other, while applications go on asking. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePorts } from '../support/ports.ts';
import { type Balancer, HAPROXY, NGINX, startHaproxy, startNginx } from './balancers.ts';
import { Node, SERVICE } from './nodes.ts';
import { startPostgres } from './postgres.ts';
import { Workplace } from './programs.ts';
import { Recorder } from './recorder.ts';
import type { Row } from './report.ts';

export interface Rolling {
  readonly name: string;
  readonly program: string;
  readonly balancer: Balancer;
  readonly changes?: readonly (readonly [string, string])[];
  readonly env?: Record<string, string>;
}

const CHECKS = 'inter 1s fastinter 250ms downinter 250ms fall 3 rise 1';

/** With what is documented: nobody may lose a request. */
export const DOCUMENTED: readonly Rolling[] = [
  { name: 'HAProxy', program: HAPROXY, balancer: startHaproxy },
  { name: 'nginx', program: NGINX, balancer: startNginx },
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

/** How many callers keep their connection, and how many connect anew each time. */
const KEPT = 12;
const FRESH = 6;
/** Callers think for a moment, so that the nodes have a load and no overload. */
const PAUSE_MS = 25;

/** Rolls each node `rolls` / 2 times. */
export async function roll(
  { name, balancer, changes = [], env = {} }: Rolling,
  rolls: number,
  kept: boolean,
): Promise<Row> {
  const place = new Workplace();
  try {
    const url = await startPostgres(place);
    const [port, ...ports] = (await freePorts(3)) as [number, number, number];
    const all = { ...env, DATABASE_URL: url, BASE_URL: `http://localhost:${port}` };
    const nodes = ports.map((own, index) => new Node(place, `node-${index + 1}`, own, all));
    for (const node of nodes) await node.start();
    await balancer(place, { port, nodes: ports, changes });

    const recorder = new Recorder(port);
    const groups: string[] = [];
    const load = new AbortController();
    const callers = Array.from({ length: KEPT + FRESH }, (_, index) =>
      call(recorder, { number: index, fresh: index >= KEPT, groups, ended: load.signal }),
    );
    await sleep(1000);
    // As an orchestrator does that waits for readiness alone: the next is told to stop as soon as this one is ready.
    for (let time = 0; time < rolls; time += 1) {
      const node = nodes[time % 2]!;
      await node.stop();
      await node.start();
    }
    await sleep(1000);
    load.abort();
    await Promise.all(callers);
    recorder.close();

    const lost = await missing(url, groups);
    const { endings } = recorder;
    const failed = endings.filter(({ outcome }) => outcome !== 'ok');
    const why = Map.groupBy(failed, ({ outcome, detail }) => `${outcome}: ${detail}`);
    return {
      name: `${name}: ${rolls} restarts`,
      asked: endings.length,
      acknowledged: groups.length,
      lost,
      failed: failed.length,
      wrong: endings.filter(({ outcome }) => outcome === 'wrong').length,
      outage: null,
      notes: [...why].map(([what, which]) => `${what} × ${which.length}`),
    };
  } finally {
    await place.close(kept);
  }
}

interface Caller {
  readonly number: number;
  readonly fresh: boolean;
  /** The names of the groups whose creation was acknowledged. */
  readonly groups: string[];
  readonly ended: AbortSignal;
}

/** What an application does: a token, and with it writes and reads. */
async function call(recorder: Recorder, { number, fresh, groups, ended }: Caller): Promise<void> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', scope: 'read write', ...SERVICE }).toString();
  let token = '';
  for (let turn = 0; !ended.aborted; turn += 1) {
    if (turn % 8 === 0 || token === '') {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const asked = { method: 'POST', path: '/oauth2/token', headers, body: form };
      const heard = await recorder.ask('token', asked, { fresh });
      if (heard) token = (JSON.parse(heard.text) as { access_token: string }).access_token;
    } else {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      if (turn % 2 === 0) await recorder.ask('read', { method: 'GET', path: '/groups?limit=5', headers }, { fresh });
      else {
        const name = `group ${number} ${turn}`;
        const asked = { method: 'POST', path: '/groups', headers, body: JSON.stringify({ name }) };
        if (await recorder.ask('write', asked, { fresh, expected: [201] })) groups.push(name);
      }
    }
    await sleep(PAUSE_MS);
  }
}

/** How many of the groups are not in the database. */
async function missing(url: string, names: readonly string[]): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ name: string }>('select name from groups');
  await client.end();
  const stored = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !stored.has(name)).length;
}
