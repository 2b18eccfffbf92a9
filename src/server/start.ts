/**
 * One running server: the database is open and migrated, keys are loaded, the first customer exists, and it listens.
 * `main.ts` starts one from the environment. Tests, the benchmark and the demo start theirs from their own configuration.
 */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { ConfigError, listeningOn, type Config } from '../config/load.ts';
import { createMessages } from '../http/messages.ts';
import { oneAtATime } from '../http/pipelines.ts';
import { inPortions } from '../http/portions.ts';
import { systemClock, type Clock } from '../kernel/clock.ts';
import { inTime } from '../kernel/deadline.ts';
import { Load } from '../kernel/load.ts';
import type { Log } from '../kernel/log.ts';
import { Meter } from '../kernel/meter.ts';
import { Replica } from '../kernel/replica.ts';
import { Runtime } from '../kernel/runtime.ts';
import { Vault } from '../kernel/secret.ts';
import { Tracing } from '../kernel/tracing.ts';
import type { Watch } from '../management/index.ts';
import type { CustomerCredentials } from '../modules/customers/index.ts';
import { Keyring, KEYS_CHANGED, startKeyReading } from '../modules/keys/index.ts';
import { Locations } from '../modules/sessions/index.ts';
import { ClientCertificates } from '../oauth/index.ts';
import { Listener } from '../persistence/listener.ts';
import { openDatabase, type OpenDatabase } from '../persistence/open.ts';
import { StreamingReplica } from '../persistence/replica.ts';
import { createApp } from './app.ts';
import type { Doors } from './doors.ts';
import { entities } from './entities.ts';
import { openGround, prepare, type Ground } from './ground.ts';
import { healthChecks } from './health.ts';
import { closeConnections, connectionsOf, drain, listen } from './listening.ts';
import { openManagement } from './open-management.ts';
import { openTraces } from './open-traces.ts';

/** How long each part may take to close after the last answer. */
const CLOSE_SECONDS = 3;
/** By then, whoever waited for the server to listen has an answer. */
const COMPLETE_MS = 100;
/** How long a connection is kept on which nothing moves, beyond what a request may take. */
const UNREAD_MS = 30_000;
export interface RunningServer {
  readonly issuer: string;
  readonly port: number;
  /** The port of `/metrics`; null if there is none. */
  readonly managementPort: number | null;
  readonly runtime: Runtime;
  readonly database: OpenDatabase;
  /** The credentials created at this start, if the database was empty. */
  readonly made: CustomerCredentials | null;
  /** Resolves when the embedded database has stopped for good. The server cannot go on then. */
  readonly lost: Promise<Error>;
  /** For a worker that is to do the jobs of the server. Any other server does them from its start. */
  startJobs(): Promise<void>;
  /** Answers pending requests, then closes everything. A second call waits for the first. */
  stop(): Promise<void>;
}

/** What a worker gets from its parent instead of opening it itself. */
export interface Post extends Ground {
  /** Measures for the parent; undefined if nothing is measured. */
  readonly watch: Watch | undefined;
}

/** Starts a server. If a part cannot start, closes everything and throws. */
export const startServer = (config: Config, log: Log, clock: Clock = systemClock): Promise<RunningServer> =>
  start(config, log, clock);

/** Starts a server in a worker. The parent has prepared the database, and says when this one does the jobs. */
export const startAtPost = (config: Config, log: Log, post: Post): Promise<RunningServer> =>
  start(config, log, systemClock, post);

async function start(config: Config, log: Log, clock: Clock, post?: Post): Promise<RunningServer> {
  const opened: (() => Promise<void>)[] = [];
  let stopping: Promise<void> | undefined;
  const lost = Promise.withResolvers<Error>();
  const closeAll = async (): Promise<void> => {
    for (const close of opened.splice(0).toReversed())
      // The process ends without waiting for a part that hangs.
      await close().catch((err: unknown) => log.warn({ err }, 'a part of the server did not close in order'));
  };
  const openedLast = (close: () => Promise<void>): void => void opened.push(() => inTime(close(), CLOSE_SECONDS));
  try {
    const management = post ? undefined : await openManagement(config, log);
    if (management) openedLast(() => management.close());
    const traces = await openTraces(config, log);
    if (traces) openedLast(() => traces.close());
    const parts = { log, lost: lost.resolve, opened: (close: () => Promise<void>) => void opened.push(close) };
    const { url, secretKey } = post ?? (await openGround(config, parts));
    const { poolSize } = config.database;
    const database = await openDatabase({ entities, url, poolSize, log, limits: config.database });
    openedLast(() => database.close());

    // The issuer may contain the assigned port, so listening comes first. The first requests wait for the answer.
    const first = Promise.withResolvers<RequestListener>();
    const messages = createMessages();
    const http = createServer({ keepAliveTimeout: 65_000, ...messages }, (request, response) => {
      void first.promise.then((answer) => answer(request, response));
    });
    const connections = connectionsOf(http);
    // For callers who do not read what they get.
    http.timeout = config.server.requestSeconds * 1000 + UNREAD_MS;
    const runtimeOn = (settings: Config): Runtime =>
      new Runtime(
        database.db,
        () => database.orm.em.fork(),
        clock,
        log,
        new Vault(secretKey, config.secretKeyPrevious),
        settings,
      );
    const made = post ? null : await prepare(database, runtimeOn(config), config, { url, log });
    const listening = async (): Promise<number> => {
      await listen(http, config);
      // Only has an effect if the rest of the start fails.
      opened.push(() => closeConnections(http));
      return (http.address() as AddressInfo).port;
    };
    // A worker knows its port. It listens when it can answer, because the others answer meanwhile.
    const port = post ? config.server.port : await listening();
    const settings = listeningOn(config, port);
    const runtime = runtimeOn(settings);
    runtime.get(Tracing).tracer = traces?.tracer;
    const replica = replicaOf(runtime, database, config);
    if (replica) openedLast(() => replica.close());
    openAuthorities(runtime, settings);
    const { connectSeconds } = config.database;
    const heard = { [KEYS_CHANGED]: () => void runtime.get(Keyring).reread() };
    const listener = new Listener({ url, connectSeconds, log, heard });
    openedLast(() => listener.close());
    const opening = Promise.all([openLocations(runtime, settings), listener.open()]);
    // Built while they open.
    const state = { draining: false };
    let doors: Promise<Doors> | undefined;
    const openDoors = (): Promise<Doors> =>
      (doors ??= import('./doors.ts').then((module) => module.openDoors(app.mounts, runtime)));
    const app = createApp({ runtime, pool: database.pool, state, messages, openDoors, ...config });
    // It listens before the keys are read, so no change is missed.
    await opening;
    const jobs: { stop(): Promise<void> }[] = [startKeyReading(runtime)];
    const startJobs = async (): Promise<void> => {
      const others = await openDoors();
      if (!stopping) jobs.push(...others.startJobs());
    };
    openedLast(async () => void (await Promise.all(jobs.map((job) => job.stop()))));
    await runtime.get(Keyring).ensure();
    openedLast(async () => (await doors)?.close());
    // Their faults stop the start.
    if (settings.graphql.manifests) await openDoors();
    const watch = post ? post.watch : management?.watch;
    const load = runtime.get(Load);
    const overtakes = healthChecks(runtime);
    const begin = inPortions(app.answer, { overtakes, waited: (...how) => load.waited(...how) });
    const watched = watch ? watch.over(begin, { runtime, database, state }) : begin;
    const answer = oneAtATime(watched, () => runtime.get(Meter).listener?.overloaded());
    first.resolve(answer);
    http.removeAllListeners('request').on('request', answer);
    // Tokens need neither the other doors nor the ORM. Whatever does need them makes them if it comes sooner.
    const complete = async (): Promise<void> => {
      const { schema } = await openDoors();
      // Each takes some 60 ms, so requests are answered between them.
      await setImmediate();
      schema();
      await setImmediate();
      void database.orm;
    };
    if (post) {
      await complete();
      await listening();
    } else {
      const later = setTimeout(() => void complete().then(startJobs).catch(lost.resolve), COMPLETE_MS);
      opened.push(async () => clearTimeout(later));
    }
    opened.push(() => drain(http, connections, state, config.server));

    const stop = (): Promise<void> => (stopping ??= closeAll());
    const { port: managementPort = null } = management ?? {};
    const issuer = settings.server.baseUrl;
    return { issuer, port, managementPort, runtime, database, made, lost: lost.promise, startJobs, stop };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Has lists read on the replica, if one is configured. It is connected to when the first list is read. */
function replicaOf(
  runtime: Runtime,
  { pool }: OpenDatabase,
  { database: { readUrl, poolSize, ...limits } }: Config,
): StreamingReplica | undefined {
  if (readUrl === undefined) return undefined;
  const { log, clock } = runtime;
  const open = () => openDatabase({ entities, url: readUrl, poolSize, log, limits, target: 'any' });
  const replica = new StreamingReplica(pool, open, clock, log);
  runtime.get(Replica).reads = replica;
  return replica;
}

/** Reads the authorities that certify clients. */
function openAuthorities(runtime: Runtime, { mutualTls: { authorities } }: Config): void {
  try {
    runtime.get(ClientCertificates);
  } catch {
    const expected =
      'a readable file with certificates of authorities in PEM, for clients, without name constraints and other limits that are not processed';
    throw new ConfigError([{ variable: 'CLIENT_CERTIFICATE_AUTHORITIES', read: authorities ?? 'nothing', expected }]);
  }
}

async function openLocations(runtime: Runtime, { sessions: { geoipDatabase } }: Config): Promise<void> {
  const expected = 'a readable file in the MaxMind format (.mmdb)';
  await runtime
    .get(Locations)
    .open()
    .catch(() => {
      throw new ConfigError([{ variable: 'GEOIP_DATABASE', read: geoipDatabase ?? 'nothing', expected }]);
    });
}
