/** Two nodes behind a balancer, under the load of applications. */
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../support/ports.ts';
import type { Balancer } from './balancers.ts';
import { Node, SERVICE } from './nodes.ts';
import { Postgres, query } from './postgres.ts';
import { Workplace } from './programs.ts';
import { type Ending, Recorder } from './recorder.ts';

export interface Setting {
  readonly balancer: Balancer;
  readonly changes?: readonly (readonly [string, string])[];
  readonly env?: Record<string, string>;
}

/** What can be broken. */
export interface Stand {
  readonly nodes: readonly [Node, Node];
  readonly postgres: Postgres;
}

interface Recorded {
  readonly endings: readonly Ending[];
  /** Writes that were acknowledged, and how many of them are not in the database. */
  readonly acknowledged: number;
  readonly lost: number;
}

/** How many callers keep their connection, and how many connect anew each time. */
const KEPT = 12;
const FRESH = 6;
/** Callers think for a moment, so that the nodes have a load and no overload. */
const PAUSE_MS = 25;

/** Sets everything up, does `deed` under load, and gives what the callers saw. */
export async function underLoad(
  { balancer, changes = [], env = {} }: Setting,
  kept: boolean,
  deed: (stand: Stand) => Promise<void>,
): Promise<Recorded> {
  const place = new Workplace();
  try {
    const postgres = new Postgres(place);
    await postgres.create();
    const [port, one, two] = (await freePorts(3)) as [number, number, number];
    const all = { ...env, DATABASE_URL: postgres.url, BASE_URL: `http://localhost:${port}` };
    const nodes = [new Node(place, 'node-1', one, all), new Node(place, 'node-2', two, all)] as const;
    for (const node of nodes) await node.start();
    await balancer(place, { port, nodes: [one, two], changes });

    const recorder = new Recorder(port);
    const groups: string[] = [];
    const load = new AbortController();
    const callers = Array.from({ length: KEPT + FRESH }, (_, index) =>
      call(recorder, { number: index, fresh: index >= KEPT, groups, ended: load.signal }),
    );
    await sleep(1000);
    await deed({ nodes, postgres });
    await sleep(1000);
    load.abort();
    await Promise.all(callers);
    recorder.close();

    const stored = await query<{ name: string }>(postgres.url, 'select name from groups');
    const names = new Set(stored.map(({ name }) => name));
    const lost = groups.filter((name) => !names.has(name)).length;
    return { endings: recorder.endings, acknowledged: groups.length, lost };
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
