/**
 * A server of several processes, for machines with several cores. The parent owns what there is one of: the embedded
 * database, migrations, the first customer, and the management port. It serves nothing itself. The workers are servers that
 * share the port and the database, and nothing else. One of them does the jobs. `main.ts` calls it if `WORKERS` is above 1.
 */
import { listeningOn, type Config } from '../../ground/config/load.ts';
import { systemClock } from '../../ground/kernel/clock.ts';
import { inTime } from '../../ground/kernel/deadline.ts';
import type { Log } from '../../ground/kernel/log.ts';
import { Runtime } from '../../ground/kernel/runtime.ts';
import { Vault } from '../../ground/kernel/secret.ts';
import type { Health, Management, Totals } from '../management/index.ts';
import type { FirstCustomer } from '../bootstrap.ts';
import { openDatabase } from '../../ground/persistence/open.ts';
import { entities } from '../../modules.ts';
import { setUpDatabase, prepare, type DatabaseSetup } from '../database-setup.ts';
import { findPort } from '../listening.ts';
import { openManagement } from '../open-management.ts';
import type { RunningServer } from '../start.ts';
import { WorkerPool } from './worker-pool.ts';

/** The same as of a server without workers. */
type RunningParent = Pick<RunningServer, 'issuer' | 'port' | 'managementPort' | 'made' | 'lost' | 'stop'>;

/** How long the parts of a worker may take to close after its last answer. */
const CLOSE_SECONDS = 20;
const MANAGEMENT_CLOSE_SECONDS = 3;
/** How much longer than its own checks take a worker's answer may be on its way. */
const MESSAGE_SECONDS = 0.5;
/** What a process has open besides its pool, and what the parent needs for a moment. */
const MORE_CONNECTIONS = 1;

/** Starts a parent and its workers. If one of them cannot start, closes everything and throws. */
export async function startWorkers(config: Config, log: Log): Promise<RunningParent> {
  const opened: (() => Promise<void>)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of opened.splice(0).toReversed())
      await close().catch((err: unknown) => log.warn({ err }, 'a part of the server did not close in order'));
  };
  const lost = Promise.withResolvers<Error>();
  try {
    const management = await openManagement(config, log);
    if (management) opened.push(() => inTime(management.close(), MANAGEMENT_CLOSE_SECONDS));
    const { close, ...setup } = await setUpDatabase(config, { log, lost: lost.resolve });
    opened.push(close);
    const made = await prepareOnce(setup, config, log);
    const settings = listeningOn(config, await findPort(config));
    const totals = management && new (await import('../management/index.ts')).Totals();
    const { workers: size, shutdownDelaySeconds, shutdownSeconds, port, baseUrl: issuer } = settings.server;
    const pool = new WorkerPool({
      size,
      orders: { config: settings, ...setup },
      log,
      lost: lost.resolve,
      ended: (pid) => totals?.end(pid),
    });
    const state = { draining: false };
    opened.push(() => pool.stop(shutdownDelaySeconds + shutdownSeconds + CLOSE_SECONDS));
    await pool.start();
    if (management && totals) show(management, totals, pool, { state, readySeconds: config.server.readySeconds });
    let stopping: Promise<void> | undefined;
    const stop = (): Promise<void> => {
      state.draining = true;
      return (stopping ??= closeAll());
    };
    const { port: managementPort = null } = management ?? {};
    return { issuer, port, managementPort, made, lost: lost.promise, stop };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Applies migrations and creates the first customer. */
async function prepareOnce(setup: DatabaseSetup, config: Config, log: Log): Promise<FirstCustomer | null> {
  const { url, secretKey } = setup;
  const database = await openDatabase({ entities, url, poolSize: 2, log, limits: config.database });
  try {
    const fork = () => database.orm.em.fork();
    const vault = new Vault(secretKey, config.secretKeyPrevious);
    const runtime = new Runtime(database.db, fork, systemClock, log, vault, config);
    const made = await prepare(database, runtime, config, { url, log });
    const { rows } = await database.pool.query<{ max_connections: string }>('show max_connections');
    const allowed = Number(rows[0]!.max_connections);
    const wanted = config.server.workers * (config.database.poolSize + MORE_CONNECTIONS);
    if (wanted >= allowed)
      log.warn({ wanted, allowed }, 'WORKERS times DATABASE_POOL_SIZE is more than PostgreSQL’s max_connections');
    return made;
  } finally {
    await database.close();
  }
}

interface Shown {
  readonly state: { readonly draining: boolean };
  readonly readySeconds: number;
}

/** Has the management port answer for all processes. */
function show(management: Management, totals: Totals, pool: WorkerPool, { state, readySeconds }: Shown): void {
  const own = management.watch.metrics.registry;
  management.show({
    metrics: async () => {
      const processes = await pool.ask('metrics');
      return totals.of(new Map([[process.pid, await own.getMetricsAsJSON()], ...processes]));
    },
    ready: async (): Promise<Health> => {
      const healths = [...(await pool.ask('health', readySeconds + MESSAGE_SECONDS)).values()];
      const workers = `${healths.length} of ${pool.size}`;
      // Connections go only to workers that live, so one is enough. But none of those may be out of order.
      const worst = healths.find(({ status }) => status !== 'ok') ?? healths[0];
      if (!worst) return { status: state.draining ? 'draining' : 'unavailable', checks: { workers } };
      return { status: worst.status, checks: { ...worst.checks, workers } };
    },
  });
}
