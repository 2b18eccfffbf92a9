import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Config } from '../ground/config/load.ts';
import type { ExpressPrototypes } from '../ground/http/express-prototypes.ts';
import type { Job } from '../ground/jobs/module.ts';
import type { Clock } from '../ground/kernel/clock.ts';
import type { Log } from '../ground/kernel/log.ts';
import { Runtime } from '../ground/kernel/runtime.ts';
import { Vault } from '../ground/kernel/secret.ts';
import type { Management, Watch } from './management/index.ts';
import type { FirstCustomer } from './bootstrap.ts';
import type { Listener } from '../ground/persistence/listener.ts';
import type { OpenDatabase } from '../ground/persistence/open.ts';
import type { StreamingReplica } from '../ground/persistence/replica.ts';
import type { Traces } from '../ground/tracing/index.ts';
import type { App } from './app.ts';
import { loadJobs } from './background.ts';
import type { LateRoutes } from './late-routes.ts';
import type { DatabaseSetup, OpenDatabaseSetup } from './database-setup.ts';

/** What a worker gets from its parent instead of opening it itself. */
export interface WorkerSetup extends DatabaseSetup {
  /** Measures for the parent; undefined if nothing is measured. */
  readonly watch: Watch | undefined;
}

/** A server while it opens: each part sets what the parts after it need. */
export class Opening {
  readonly lost = Promise.withResolvers<Error>();
  readonly state = { draining: false };
  /** What answers requests. Those that come sooner wait for it. */
  readonly first = Promise.withResolvers<RequestListener>();
  readonly jobs: Job[] = [];
  isStopping = false;
  management: Management | undefined;
  traces: Traces | undefined;
  setup!: DatabaseSetup & Partial<OpenDatabaseSetup>;
  database!: OpenDatabase;
  prototypes!: ExpressPrototypes;
  http!: Server;
  connections!: ReadonlySet<Socket>;
  made: FirstCustomer | null = null;
  port!: number;
  /** The configuration, with the port on which the server listens. */
  settings!: Config;
  runtime!: Runtime;
  replica: StreamingReplica | undefined;
  listener!: Listener;
  app!: App;
  timer: NodeJS.Timeout | undefined;
  private lateRoutes: Promise<LateRoutes> | undefined;

  constructor(
    readonly config: Config,
    readonly log: Log,
    readonly clock: Clock,
    /** Undefined for a server that is no worker. */
    readonly worker: WorkerSetup | undefined,
  ) {}

  runtimeOn(settings: Config): Runtime {
    const { database, clock, log } = this;
    const vault = new Vault(this.setup.secretKey, this.config.secretKeyPrevious);
    return new Runtime(database.db, () => database.orm.em.fork(), clock, log, vault, settings);
  }

  /** Mounts the routes that tokens need nothing of, once. */
  readonly mountLateRoutes = (): Promise<LateRoutes> =>
    (this.lateRoutes ??= import('./late-routes.ts').then((module) =>
      module.mountLateRoutes(this.app.mounts, this.runtime),
    ));

  async closeLateRoutes(): Promise<void> {
    await (await this.lateRoutes)?.close();
  }

  readonly startJobs = async (): Promise<void> => {
    await this.mountLateRoutes();
    const jobs = await loadJobs();
    if (!this.isStopping) this.jobs.push(...jobs.map((begin) => begin(this.runtime)));
  };

  /** Makes what tokens do not need: the late routes and the ORM. Whatever needs them makes them if it comes sooner. */
  async complete(): Promise<void> {
    const { schema } = await this.mountLateRoutes();
    // Each takes some 60 ms, so requests are answered between them.
    await setImmediate();
    schema();
    await setImmediate();
    void this.database.orm;
  }
}
