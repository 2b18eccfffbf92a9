/**
 * One running server: the database is open and migrated, keys are loaded, the first customer exists, and it listens.
 * `main.ts` starts one from the environment. Tests, the benchmark and the demo start theirs from their own configuration.
 */
import type { Config } from '../ground/config/load.ts';
import { systemClock, type Clock } from '../ground/kernel/clock.ts';
import type { Log } from '../ground/kernel/log.ts';
import type { Runtime } from '../ground/kernel/runtime.ts';
import type { FirstCustomer } from './bootstrap.ts';
import type { OpenDatabase } from '../ground/persistence/open.ts';
import { Opening, type WorkerSetup } from './opening.ts';
import { PARTS } from './parts.ts';

export interface RunningServer {
  readonly issuer: string;
  readonly port: number;
  /** The port of `/metrics`; null if there is none. */
  readonly managementPort: number | null;
  readonly runtime: Runtime;
  readonly database: OpenDatabase;
  /** The credentials created at this start, if the database was empty. */
  readonly made: FirstCustomer | null;
  /** Resolves when the embedded database has stopped for good. The server cannot go on then. */
  readonly lost: Promise<Error>;
  /** For a worker that is to do the jobs of the server. Any other server does them from its start. */
  startJobs(): Promise<void>;
  /** Answers pending requests, then closes everything. A second call waits for the first. */
  stop(): Promise<void>;
}

/** Starts a server. If a part cannot start, closes everything and throws. */
export const startServer = (config: Config, log: Log, clock: Clock = systemClock): Promise<RunningServer> =>
  start(new Opening(config, log, clock, undefined));

/** Starts a server in a worker. The parent has prepared the database, and says when this one does the jobs. */
export const startWorkerServer = (config: Config, log: Log, worker: WorkerSetup): Promise<RunningServer> =>
  start(new Opening(config, log, systemClock, worker));

async function start(server: Opening): Promise<RunningServer> {
  const closes: (() => Promise<unknown> | void)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closes.splice(0).toReversed())
      try {
        // The process ends without waiting for a part that hangs.
        await close();
      } catch (err) {
        server.log.warn({ err }, 'a part of the server did not close in order');
      }
  };
  try {
    for (const part of Object.values(PARTS)) {
      await part.open?.(server);
      closes.push(() => part.close?.(server));
    }
  } catch (error) {
    await closeAll();
    throw error;
  }
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    server.isStopping = true;
    return (stopping ??= closeAll());
  };
  const { settings, port, management, runtime, database, made, lost, startJobs } = server;
  const { port: managementPort = null } = management ?? {};
  const issuer = settings.server.baseUrl;
  return { issuer, port, managementPort, runtime, database, made, lost: lost.promise, startJobs, stop };
}
