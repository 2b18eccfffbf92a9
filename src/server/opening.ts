import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Config } from '../config/load.ts';
import type { Messages } from '../http/messages.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { Runtime } from '../kernel/runtime.ts';
import { Vault } from '../kernel/secret.ts';
import type { Management, Watch } from '../management/index.ts';
import type { CustomerCredentials } from '../modules/customers/index.ts';
import type { Listener } from '../persistence/listener.ts';
import type { OpenDatabase } from '../persistence/open.ts';
import type { StreamingReplica } from '../persistence/replica.ts';
import type { Traces } from '../tracing/index.ts';
import type { App } from './app.ts';
import type { Doors } from './doors.ts';
import type { Ground, OpenGround } from './ground.ts';

/** What a worker gets from its parent instead of opening it itself. */
export interface Post extends Ground {
  /** Measures for the parent; undefined if nothing is measured. */
  readonly watch: Watch | undefined;
}

/** A server while it opens: each part sets what the parts after it need. */
export class Opening {
  readonly lost = Promise.withResolvers<Error>();
  readonly state = { draining: false };
  /** What answers requests. Those that come sooner wait for it. */
  readonly first = Promise.withResolvers<RequestListener>();
  readonly jobs: { stop(): Promise<void> }[] = [];
  isStopping = false;
  management: Management | undefined;
  traces: Traces | undefined;
  ground!: Ground & Partial<OpenGround>;
  database!: OpenDatabase;
  messages!: Messages;
  http!: Server;
  connections!: ReadonlySet<Socket>;
  made: CustomerCredentials | null = null;
  port!: number;
  /** The configuration, with the port on which the server listens. */
  settings!: Config;
  runtime!: Runtime;
  replica: StreamingReplica | undefined;
  listener!: Listener;
  app!: App;
  timer: NodeJS.Timeout | undefined;
  private doors: Promise<Doors> | undefined;

  constructor(
    readonly config: Config,
    readonly log: Log,
    readonly clock: Clock,
    /** Undefined for a server that is no worker. */
    readonly post: Post | undefined,
  ) {}

  runtimeOn(settings: Config): Runtime {
    const { database, clock, log } = this;
    const vault = new Vault(this.ground.secretKey, this.config.secretKeyPrevious);
    return new Runtime(database.db, () => database.orm.em.fork(), clock, log, vault, settings);
  }

  /** Opens the doors that tokens need nothing of, once. */
  readonly openDoors = (): Promise<Doors> =>
    (this.doors ??= import('./doors.ts').then((module) => module.openDoors(this.app.mounts, this.runtime)));

  async closeDoors(): Promise<void> {
    await (await this.doors)?.close();
  }

  readonly startJobs = async (): Promise<void> => {
    const others = await this.openDoors();
    if (!this.isStopping) this.jobs.push(...others.startJobs());
  };

  /** Makes what tokens do not need: the other doors and the ORM. Whatever needs them makes them if it comes sooner. */
  async complete(): Promise<void> {
    const { schema } = await this.openDoors();
    // Each takes some 60 ms, so requests are answered between them.
    await setImmediate();
    schema();
    await setImmediate();
    void this.database.orm;
  }
}
