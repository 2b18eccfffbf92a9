/** Two nodes behind a balancer, under the load of applications. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../support/ports.ts';
import type { Balancer } from './balancers.ts';
import { Node } from './nodes.ts';
import { live, type Used } from './people.ts';
import { query, type Store } from './postgres.ts';
import { Workplace } from './programs.ts';
import { type Ending, Recorder } from './recorder.ts';
import { makeApplication, tokenOf, tokenRequest, withToken } from './service.ts';

export interface Setting<Kept extends Store> {
  readonly store: (place: Workplace) => Kept;
  readonly balancer: Balancer;
  readonly changes?: readonly (readonly [string, string])[];
  readonly env?: Record<string, string>;
  /** The program of the nodes, if it is not the built one. */
  readonly main?: string;
}

/** What can be broken, and what can be asked. */
export interface Stand<Kept extends Store> {
  readonly nodes: readonly [Node, Node];
  readonly store: Kept;
  /** The port of the balancer. */
  readonly port: number;
  /** The address of the balancer, which is the issuer. */
  readonly site: string;
}

export interface Recorded {
  readonly endings: readonly Ending[];
  /** Writes that were acknowledged, and how many of them are not in the database. */
  readonly acknowledged: number;
  readonly lost: number;
  /** What was used more than once, although it may be used once only. */
  readonly again: number;
  readonly notes: readonly string[];
}

/** How many callers keep their connection, and how many connect anew each time. */
const KEPT = 12;
const FRESH = 6;
/** How many people sign in with an application. */
const PEOPLE = 2;
/** Callers think for a moment, so that the nodes have a load and no overload. */
const PAUSE_MS = 25;

/** Sets everything up, has it used, and takes it down. */
export async function withStand<Kept extends Store, Result>(
  { store: storeIn, balancer, changes = [], env = {}, main }: Setting<Kept>,
  kept: boolean,
  use: (stand: Stand<Kept>) => Promise<Result>,
): Promise<Result> {
  const place = new Workplace();
  const store = storeIn(place);
  try {
    await store.create();
    const [port, one, two] = (await freePorts(3)) as [number, number, number];
    const site = `http://localhost:${port}`;
    const reads = store.readUrl === undefined ? {} : { DATABASE_READ_URL: store.readUrl };
    const all = { ...env, ...reads, DATABASE_URL: store.url, BASE_URL: site };
    const nodes = [new Node(place, 'node-1', one, all, main), new Node(place, 'node-2', two, all, main)] as const;
    for (const node of nodes) await node.start();
    await balancer(place, { port, nodes: [one, two], changes });
    return await use({ nodes, store, port, site });
  } finally {
    await store.stop?.();
    await place.close(kept);
  }
}

/** Does `deed` under load, and gives what the callers saw. */
export const underLoad = <Kept extends Store>(
  setting: Setting<Kept>,
  kept: boolean,
  deed: (stand: Stand<Kept>) => Promise<void>,
): Promise<Recorded> =>
  withStand(setting, kept, (stand) => {
    const { port, site, store } = stand;
    return recordWhile({ port, site, primary: () => store.primary() }, () => deed(stand));
  });

interface Site {
  readonly host?: string;
  readonly port: number;
  /** What it calls itself, and issues tokens as. */
  readonly site: string;
  /** The URL of the database that has everything. */
  readonly primary: () => Promise<string>;
}

/** Does `deed` while applications ask, and gives what they saw. */
export async function recordWhile({ host, port, site, primary }: Site, deed: () => Promise<void>): Promise<Recorded> {
  const recorder = new Recorder(port, host);
  // Another load may have left its groups in the same database.
  const run = randomUUID();
  const groups: string[] = [];
  const used: Used = { once: 0, again: 0 };
  const clientId = await makeApplication(recorder);
  const load = new AbortController();
  const ended = load.signal;
  const callers = Array.from({ length: KEPT + FRESH }, (_, index) =>
    call(recorder, { name: `${run} ${index}`, fresh: index >= KEPT, groups, ended }),
  );
  for (let person = 0; person < PEOPLE; person += 1)
    callers.push(live(recorder, { site, clientId, used, ended, pauseMs: PAUSE_MS }));
  try {
    await sleep(1000);
    await deed();
    await sleep(1000);
  } finally {
    load.abort();
    await Promise.all(callers);
    recorder.close();
  }

  const stored = await query<{ name: string }>(await primary(), 'select name from groups');
  const names = new Set(stored.map(({ name }) => name));
  const lost = groups.filter((name) => !names.has(name)).length;
  const notes = [`${used.once} codes redeemed`];
  return { endings: recorder.endings, acknowledged: groups.length, lost, again: used.again, notes };
}

interface Caller {
  /** What its groups are called, with a number. */
  readonly name: string;
  readonly fresh: boolean;
  /** The names of the groups whose creation was acknowledged. */
  readonly groups: string[];
  readonly ended: AbortSignal;
}

const LISTED = 'query ($name: String!) { groups(where: { name: { eq: $name } }) { edges { node { name } } } }';

/** Lists the group that was just made. A list without it is wrong. */
async function look(recorder: Recorder, headers: Record<string, string>, name: string): Promise<void> {
  const body = JSON.stringify({ query: LISTED, variables: { name } });
  const heard = await recorder.ask('list', { method: 'POST', path: '/graphql', headers, body });
  if (heard && !heard.text.includes(`"name":"${name}"`)) recorder.find('list', `without ${name}`);
}

/** What an application does: a token, and with it writes and reads. */
async function call(recorder: Recorder, { name: caller, fresh, groups, ended }: Caller): Promise<void> {
  let token = '';
  for (let turn = 0; !ended.aborted; turn += 1) {
    if (turn % 8 === 0 || token === '') {
      const heard = await recorder.ask('token', tokenRequest('read write'), { fresh });
      if (heard) token = tokenOf(heard);
    } else {
      const headers = withToken(token);
      if (turn % 2 === 0) await recorder.ask('read', { method: 'GET', path: '/groups?limit=5', headers }, { fresh });
      else {
        const name = `${caller} ${turn}`;
        const asked = { method: 'POST', path: '/groups', headers, body: JSON.stringify({ name }) };
        if (await recorder.ask('write', asked, { fresh, expected: [201] })) {
          groups.push(name);
          await look(recorder, headers, name);
        }
      }
    }
    await sleep(PAUSE_MS);
  }
}
