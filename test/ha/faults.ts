/** Kills, freezes and replaces parts while applications go on asking. */
import { setTimeout as sleep } from 'node:timers/promises';
import { HAPROXY, startHaproxy } from './balancers.ts';
import { Cramped, Distant, mayMount, PGBOUNCER, Pooled, Replicated } from './between.ts';
import type { Fault } from './fault.ts';

import { KEYS } from './keys.ts';
import { MAILS } from './mails.ts';
import { Cluster, ETCD, PATRONI, TTL } from './patroni.ts';
import { Postgres, type Store } from './postgres.ts';
import type { Workplace } from './programs.ts';

import { REFRESHES } from './refreshes.ts';
import { rowOf } from './report.ts';
import { type Stand, underLoad } from './stand.ts';

interface Strikes<Kept extends Store> {
  readonly times: number;
  readonly outageMax?: number;
  readonly failedMax?: number;
  readonly strike: (stand: Stand<Kept>) => Promise<void>;
}

/** Waits until the balancer has a node that is ready. */
async function recovered({ site }: Pick<Stand<Store>, 'site'>): Promise<void> {
  const isReady = () =>
    fetch(`${site}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await sleep(100);
}

/** How to strike several times, with a pause between. */
const on =
  <Kept extends Store>(store: (place: Workplace) => Kept, ...needed: string[]) =>
  (title: string, { times, outageMax = 15, failedMax = Infinity, strike }: Strikes<Kept>): Fault => ({
    name: title,
    times,
    programs: [HAPROXY, ...needed],
    outageMax,
    failedMax,
    suffer: async (kept, name, often) => {
      const recorded = await underLoad({ store, balancer: startHaproxy }, kept, async (stand) => {
        for (let time = 0; time < often; time += 1) {
          await strike(stand);
          await recovered(stand);
          await sleep(1500);
        }
      });
      return rowOf(name, recorded);
    },
  });

const one = on((place) => new Postgres(place));
const distant = on((place) => new Distant(place));
const pooled = on((place) => new Pooled(place), PGBOUNCER);
const replicated = on((place) => new Replicated(place));
const cramped = on((place) => new Cramped(place));
const two = on((place) => new Cluster(place), PATRONI, ETCD);

export const FAULTS: readonly Fault[] = [
  one('connections ended by PostgreSQL', {
    times: 8,
    strike: ({ store }) => store.terminateBackends(),
  }),
  one('postmaster killed', {
    times: 2,
    strike: async ({ store }) => {
      await store.kill();
      await sleep(500);
      await store.start();
    },
  }),
  one('node killed', {
    times: 3,
    strike: async ({ nodes: [node] }) => {
      await node.kill();
      await sleep(500);
      await node.start();
    },
  }),
  one('node frozen for five seconds', {
    times: 1,
    strike: async ({ nodes: [node] }) => {
      node.freeze();
      await sleep(5000);
      node.thaw();
    },
  }),
  distant('network to PostgreSQL cut for two seconds', {
    times: 2,
    strike: async ({ store: { network } }) => {
      await network.cut();
      await sleep(2000);
      await network.mend();
    },
  }),
  distant('network to PostgreSQL silent for twelve seconds', {
    times: 1,
    outageMax: 25,
    strike: async ({ store: { network } }) => {
      network.freeze();
      await sleep(12_000);
      await network.mend();
    },
  }),
  replicated('replica behind for three seconds', {
    times: 2,
    failedMax: 0,
    strike: ({ store }) => store.delay(3000),
  }),
  replicated('replica killed', {
    times: 2,
    failedMax: 0,
    strike: async ({ store }) => {
      await store.killReplica();
      await sleep(1000);
      await store.startReplica();
    },
  }),
  pooled('PgBouncer killed', {
    times: 2,
    strike: async ({ store }) => {
      await store.killPooler();
      await sleep(500);
      await store.startPooler();
    },
  }),
  ...(mayMount()
    ? [
        cramped('disk of PostgreSQL full for three seconds', {
          times: 2,
          strike: async ({ store }) => {
            store.fill();
            await sleep(3000);
            await store.clear();
          },
        }),
      ]
    : []),
  two('primary handed over by Patroni', { times: 1, outageMax: TTL + 5, strike: ({ store }) => store.switchOver() }),
  two('primary killed, with its Patroni', { times: 1, outageMax: TTL + 5, strike: ({ store }) => store.killLeader() }),
  two('primary frozen, with its Patroni, and then killed', {
    times: 1,
    outageMax: TTL + 5,
    strike: ({ store }) => store.freezeLeader(),
  }),
  MAILS,
  KEYS,
  REFRESHES,
];
