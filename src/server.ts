/**
 * One running server: the database is open and migrated, keys are loaded, the first customer exists, and it listens.
 * `main.ts` starts one from the environment. Tests, the benchmark and the demo start theirs from their own configuration.
 */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { GraphQLSchema } from 'graphql';
import { createApp } from './app.ts';
import { bootstrap } from './bootstrap.ts';
import { startCleanUp } from './clean-up.ts';
import { ConfigError, listeningOn, type Config } from './config/load.ts';
import { consoleDocuments } from './console-files.ts';
import { entities } from './entities.ts';
import { TrustedDocuments } from './graphql/documents.ts';
import { createSchema } from './graphql/schema.ts';
import { systemClock, type Clock } from './kernel/clock.ts';
import { inTime } from './kernel/deadline.ts';
import type { Log } from './kernel/log.ts';
import { Runtime } from './kernel/runtime.ts';
import { Vault } from './kernel/secret.ts';
import { StartFault } from './kernel/start-fault.ts';
import { Tracing } from './kernel/tracing.ts';
import { isEmpty, type CustomerCredentials } from './modules/customers/index.ts';
import { startCounting } from './modules/audit/index.ts';
import { startImportWorker } from './modules/imports/index.ts';
import { startRecoveryWorker } from './modules/links/index.ts';
import { Keyring, KEYS_CHANGED, startKeyRotation } from './modules/keys/index.ts';
import { startLogoutWorker } from './modules/logouts/index.ts';
import { startMailWorker } from './modules/mail/index.ts';
import { Locations } from './modules/sessions/index.ts';
import { ClientCertificates } from './oauth/index.ts';
import type { Management } from './management/index.ts';
import type { Traces } from './tracing/index.ts';
import { startEmbedded } from './persistence/embedded/index.ts';
import { assertKnown, exclusively, migrateUp, migrationStates } from './persistence/migrate.ts';
import { Listener } from './persistence/listener.ts';
import { openDatabase, type OpenDatabase } from './persistence/open.ts';
import { ownSecretKey } from './persistence/secret-key.ts';

/** How long each part may take to close after the last answer. */
const CLOSE_SECONDS = 3;
/** PostgreSQL gets ten seconds of increasingly urgent signals. */
const EMBEDDED_CLOSE_SECONDS = 15;
/** How long a stopping server still accepts connections at least, to answer those that the kernel has queued. */
const DRAIN_MS = 100;
/** How much longer it does so while there are any. */
const LAST_ACCEPTS_MS = 500;

const WORKERS = [
  startMailWorker,
  startRecoveryWorker,
  startLogoutWorker,
  startImportWorker,
  startKeyRotation,
  startCounting,
  startCleanUp,
] as const;

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
  /** Answers pending requests, then closes everything. A second call waits for the first. */
  stop(): Promise<void>;
}

/** Starts a server. If a part cannot start, closes everything and throws. */
export async function startServer(config: Config, log: Log, clock: Clock = systemClock): Promise<RunningServer> {
  const opened: (() => Promise<void>)[] = [];
  const lost = Promise.withResolvers<Error>();
  const closeAll = async (): Promise<void> => {
    for (const close of opened.splice(0).toReversed())
      // The process ends without waiting for a part that hangs.
      await close().catch((err: unknown) => log.warn({ err }, 'a part of the server did not close in order'));
  };
  const openedLast = (close: () => Promise<void>): void => void opened.push(() => inTime(close(), CLOSE_SECONDS));
  try {
    const management = await openManagement(config, log);
    if (management) openedLast(() => management.close());
    const traces = await openTraces(config, log);
    if (traces) openedLast(() => traces.close());
    const { url, secretKey } = await databaseOf(config, opened, { log, lost: lost.resolve });
    const { poolSize } = config.database;
    const opening = openDatabase({ entities, url, poolSize, log, limits: config.database });
    // Built while the first connection is being opened.
    const schema = createSchema();
    const database = await opening;
    openedLast(() => database.close());

    // The issuer may contain the assigned port, so listening comes first. The first requests wait for the doors.
    const doors = Promise.withResolvers<RequestListener>();
    const http = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
      void doors.promise.then((answer) => answer(request, response));
    });
    const runtimeOn = (settings: Config): Runtime =>
      new Runtime(
        database.db,
        () => database.orm.em.fork(),
        clock,
        log,
        new Vault(secretKey, config.secretKeyPrevious),
        settings,
      );
    const made = await prepare(database, runtimeOn(config), config, { url, log });
    await listen(http, config);
    // Only has an effect if the rest of the start fails.
    opened.push(() => closeConnections(http));
    const { port } = http.address() as AddressInfo;
    const settings = listeningOn(config, port);
    const runtime = runtimeOn(settings);
    runtime.get(Tracing).tracer = traces?.tracer;
    openAuthorities(runtime, settings);
    const { connectSeconds } = config.database;
    const heard = { [KEYS_CHANGED]: () => void runtime.get(Keyring).reread() };
    const listener = new Listener({ url, connectSeconds, log, heard });
    openedLast(() => listener.close());
    // It listens before the keys are read, so no change is missed.
    await Promise.all([openLocations(runtime, settings), openDocuments(runtime, schema), listener.open()]);
    const workers = WORKERS.map((start) => start(runtime));
    openedLast(async () => void (await Promise.all(workers.map((worker) => worker.stop()))));
    const state = { draining: false };
    const keys = runtime.get(Keyring).ensure();
    // Built while the keys are being read.
    const app = createApp({ runtime, schema, pool: database.pool, state, ...config });
    await keys;
    openedLast(() => app.close());
    opened.push(() => drain(http, state, config.server));
    const answer = management ? management.watch(app.answer, { runtime, database, state }) : app.answer;
    doors.resolve(answer);
    http.removeAllListeners('request').on('request', answer);

    let stopping: Promise<void> | undefined;
    const stop = (): Promise<void> => (stopping ??= closeAll());
    const { port: managementPort = null } = management ?? {};
    return { issuer: settings.server.baseUrl, port, managementPort, runtime, database, made, lost: lost.promise, stop };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function databaseOf(
  config: Config,
  opened: (() => Promise<void>)[],
  { log, lost }: { log: Log; lost: (fault: Error) => void },
): Promise<{ url: string; secretKey: Buffer }> {
  const { secretKey, dataDir } = config;
  if (config.database.url) return { url: config.database.url, secretKey: secretKey! };
  const embedded = await startEmbedded({
    dataDir,
    watcher: { revived: () => log.warn('the embedded PostgreSQL had ended and was started again'), lost },
  });
  opened.push(() => inTime(embedded.stop(), EMBEDDED_CLOSE_SECONDS));
  return { url: embedded.url, secretKey: secretKey ?? (await ownSecretKey(dataDir)) };
}

/** Applies migrations and creates the first customer. One node does it while the others wait. */
async function prepare(
  { pool }: OpenDatabase,
  runtime: Runtime,
  config: Config,
  { url, log }: { url: string; log: Log },
): Promise<CustomerCredentials | null> {
  await assertKnown(pool);
  const states = await migrationStates(pool);
  if (states.every(({ applied }) => applied) && !(await isEmpty(runtime))) return null;
  const patient = await openDatabase({ entities, url, poolSize: 2, log, limits: null });
  try {
    return await exclusively(patient, async () => {
      await migrateUp(patient);
      return bootstrap(runtime, config);
    });
  } finally {
    await patient.close();
  }
}

/** Reads the authorities that certify clients. */
function openAuthorities(runtime: Runtime, { mutualTls: { authorities } }: Config): void {
  try {
    runtime.get(ClientCertificates);
  } catch {
    const expected = 'a readable file with certificates of authorities in PEM';
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

async function openDocuments(runtime: Runtime, schema: GraphQLSchema): Promise<void> {
  const documents = runtime.get(TrustedDocuments);
  const faults = await documents.load(schema);
  if (faults.length > 0) throw new ConfigError(faults.map((fault) => ({ variable: 'GRAPHQL_MANIFESTS', ...fault })));
  documents.addConsole(await consoleDocuments());
}

const LISTEN_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'something else listens there',
  EACCES: 'this user may not',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host',
};

async function listen(http: Server, { server: { host, port } }: Config): Promise<void> {
  http.listen(port, host);
  await once(http, 'listening').catch((cause) => cannotListen(cause, { host, port }, 'PORT or HOST'));
}

/** Nothing of it is loaded without a port for it. */
async function openManagement({ management: { host, port } }: Config, log: Log): Promise<Management | undefined> {
  if (port === undefined) return undefined;
  const { listenForManagement } = await import('./management/index.ts');
  return listenForManagement({ host, port }, log).catch((cause: unknown) =>
    cannotListen(cause, { host, port }, 'MANAGEMENT_PORT or MANAGEMENT_HOST'),
  );
}

/** Nothing of OpenTelemetry is loaded without an endpoint. */
async function openTraces({ tracing }: Config, log: Log): Promise<Traces | undefined> {
  const { endpoint } = tracing;
  if (endpoint === undefined) return undefined;
  const { sendTraces } = await import('./tracing/index.ts');
  return sendTraces({ ...tracing, endpoint }, log);
}

function cannotListen(cause: unknown, { host, port }: Config['management'], variables: string): never {
  const { code = '' } = cause as NodeJS.ErrnoException;
  const why = LISTEN_FAULTS[code] ?? code;
  const message = `Cannot listen on port ${port} of ${host}: ${why}. Set ${variables} to others.`;
  throw new StartFault('CANNOT_LISTEN', message, { cause });
}

function closeConnections(http: Server): Promise<void> {
  http.close();
  http.closeAllConnections();
  return Promise.resolve();
}

async function drain(http: Server, state: { draining: boolean }, given: Config['server']): Promise<void> {
  // From here on, every answer closes its connection, so that the caller connects to another node.
  http.prependListener('request', (_request, response) => void response.setHeader('connection', 'close'));
  // Answers in progress do not say so. Node closes their connections a second after them.
  http.keepAliveTimeout = 1;
  const half = (given.shutdownDelaySeconds * 1000) / 2;
  // A balancer must notice that the node restarted before this one is back, before it hears that this one goes.
  if (half > 0) await sleep(half);
  state.draining = true;
  await sleep(Math.max(DRAIN_MS, half));
  await acceptQueued(http);
  const closed = new Promise<void>((resolve) => http.close(() => resolve()));
  const deadline = setTimeout(() => http.closeAllConnections(), given.shutdownSeconds * 1000);
  await closed;
  clearTimeout(deadline);
}

/** Accepts the connections that the kernel has queued: closing would reset them. Each turn of the event loop accepts one. */
async function acceptQueued(http: Server): Promise<void> {
  const late = AbortSignal.timeout(LAST_ACCEPTS_MS);
  let accepted = 0;
  const count = (): void => void (accepted += 1);
  http.on('connection', count);
  let before: number;
  do {
    before = accepted;
    await turn();
  } while (accepted > before && !late.aborted);
  http.off('connection', count);
}
