import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError, listeningOn } from '../ground/config/load.ts';
import { createPrototypes } from '../ground/http/express-prototypes.ts';
import { oneAtATime } from '../ground/http/pipelines.ts';
import { requestsInSlices } from '../ground/http/request-slices.ts';
import { inTime } from '../ground/kernel/deadline.ts';
import { OverloadGuard } from '../ground/kernel/event-loop/overload-guard.ts';
import { Meter } from '../ground/kernel/meter.ts';
import { Replica } from '../ground/kernel/replica.ts';
import { Tracing } from '../ground/kernel/tracing.ts';
import { entities } from '../modules.ts';
import { nameOwnApi } from '../modules/apis/index.ts';
import { Keyring, KEYS_CHANGED, startKeyReading } from '../modules/keys/index.ts';
import { Locations } from '../modules/sessions/index.ts';
import { ClientCertificates } from '../doors/oauth/index.ts';
import { Listener } from '../ground/persistence/listener.ts';
import { openDatabase } from '../ground/persistence/open.ts';
import { StreamingReplica } from '../ground/persistence/replica.ts';
import { createApp } from './app.ts';
import { setUpDatabase, prepare } from './database-setup.ts';
import { healthChecks } from './health.ts';
import { closeConnections, connectionsOf, drain, listen } from './listening.ts';
import { openManagement } from './open-management.ts';
import { openTraces } from './open-traces.ts';
import type { Opening } from './opening.ts';

/** How long a part may take to close after the last answer. */
const CLOSE_SECONDS = 3;
/** By then, whoever waited for the server to listen has an answer. */
const COMPLETE_MS = 100;
/** How long a connection is kept on which nothing moves, beyond what a request may take. */
const UNREAD_MS = 30_000;

interface Part {
  open?(server: Opening): Promise<void> | void;
  /** Called only if it has opened. */
  close?(server: Opening): Promise<unknown> | void;
}

/** What a server consists of, in the order in which it opens. It closes in the reverse order. */
export const PARTS: Readonly<Record<string, Part>> = {
  management: {
    async open(server) {
      if (!server.worker) server.management = await openManagement(server.config, server.log);
    },
    close: ({ management }) => soon(management?.close()),
  },
  traces: {
    async open(server) {
      server.traces = await openTraces(server.config, server.log);
    },
    close: ({ traces }) => soon(traces?.close()),
  },
  setup: {
    async open(server) {
      const { config, log, lost } = server;
      server.setup = server.worker ?? (await setUpDatabase(config, { log, lost: lost.resolve }));
    },
    close: ({ setup }) => setup.close?.(),
  },
  database: {
    async open(server) {
      const { database: limits } = server.config;
      const { url } = server.setup;
      server.database = await openDatabase({ entities, url, poolSize: limits.poolSize, log: server.log, limits });
    },
    close: ({ database }) => soon(database.close()),
  },
  socket: {
    open(server) {
      const prototypes = createPrototypes();
      const http = createServer({ keepAliveTimeout: 65_000, ...prototypes }, (request, response) => {
        void server.first.promise.then((answer) => answer(request, response));
      });
      // For callers who do not read what they get.
      http.timeout = server.config.server.requestSeconds * 1000 + UNREAD_MS;
      server.prototypes = prototypes;
      server.http = http;
      server.connections = connectionsOf(http);
    },
  },
  firstCustomer: {
    async open(server) {
      const { database, config, setup, log } = server;
      if (!server.worker)
        server.made = await prepare(database, server.runtimeOn(config), config, { url: setup.url, log });
    },
  },
  // The issuer may contain the assigned port, so listening comes before the rest. A worker knows its port. It listens when it
  // can answer, because the others answer meanwhile.
  listening: {
    async open(server) {
      const { http, config } = server;
      if (!server.worker) await listen(http, config);
      server.port = server.worker ? config.server.port : (http.address() as AddressInfo).port;
    },
    // Has an effect only if the rest of the start fails.
    close: ({ http }) => closeConnections(http),
  },
  runtime: {
    open(server) {
      server.settings = listeningOn(server.config, server.port);
      server.runtime = server.runtimeOn(server.settings);
      server.runtime.get(Tracing).tracer = server.traces?.tracer;
    },
  },
  replica: {
    open: openReplica,
    close: ({ replica }) => soon(replica?.close()),
  },
  authorities: { open: readAuthorities },
  listener: {
    open(server) {
      const { setup, runtime, log } = server;
      const { connectSeconds } = server.config.database;
      const heard = { [KEYS_CHANGED]: () => void runtime.get(Keyring).reread() };
      server.listener = new Listener({ url: setup.url, connectSeconds, log, heard });
    },
    close: ({ listener }) => soon(listener.close()),
  },
  app: {
    async open(server) {
      const { runtime, database, state, prototypes, mountLateRoutes, config } = server;
      // It listens before the keys are read, so no change is missed.
      const opening = Promise.all([openLocations(server), server.listener.open()]);
      // Built while they open.
      server.app = createApp({ runtime, pool: database.pool, state, prototypes, mountLateRoutes, ...config });
      await opening;
    },
  },
  jobs: {
    open: ({ jobs, runtime }) => void jobs.push(startKeyReading(runtime)),
    close: ({ jobs }) => soon(Promise.all(jobs.map((job) => job.stop()))),
  },
  ownApi: { open: ({ runtime }) => nameOwnApi(runtime) },
  keys: { open: ({ runtime }) => runtime.get(Keyring).ensure() },
  doors: {
    // Faults of the documents that the operator trusts stop the start. Otherwise, the completion opens the doors, or a request that needs one.
    async open({ settings, mountLateRoutes }) {
      if (settings.graphql.manifests) await mountLateRoutes();
    },
    close: (server) => soon(server.closeLateRoutes()),
  },
  answers: { open: answerRequests },
  completion: {
    async open(server) {
      const { worker, http, config, lost } = server;
      if (worker) {
        await server.complete();
        await listen(http, config);
      } else
        server.timer = setTimeout(() => {
          void server.complete().then(server.startJobs).catch(lost.resolve);
        }, COMPLETE_MS);
    },
    close: ({ timer }) => clearTimeout(timer),
  },
  requests: {
    close: ({ http, connections, state, config }) => drain(http, connections, state, config.server),
  },
};

const soon = <Result>(closing: Promise<Result> | undefined): Promise<Result> | undefined =>
  closing && inTime(closing, CLOSE_SECONDS);

/** Has lists read on the replica, if one is configured. It is connected to when the first list is read. */
function openReplica(server: Opening): void {
  const { readUrl, poolSize, ...limits } = server.config.database;
  if (readUrl === undefined) return;
  const { log, clock } = server;
  const open = () => openDatabase({ entities, url: readUrl, poolSize, log, limits, target: 'any' });
  server.replica = new StreamingReplica(server.database.pool, open, clock, log);
  server.runtime.get(Replica).reads = server.replica;
}

/** Reads the authorities that certify clients. */
function readAuthorities({ runtime, settings }: Opening): void {
  try {
    runtime.get(ClientCertificates);
  } catch {
    const read = settings.mutualTls.authorities ?? 'nothing';
    const expected =
      'a readable file with certificates of authorities in PEM, for clients, without name constraints and other limits that are not processed';
    throw new ConfigError([{ variable: 'CLIENT_CERTIFICATE_AUTHORITIES', read, expected }]);
  }
}

async function openLocations({ runtime, settings }: Opening): Promise<void> {
  const read = settings.sessions.geoipDatabase ?? 'nothing';
  const expected = 'a readable file in the MaxMind format (.mmdb)';
  await runtime
    .get(Locations)
    .open()
    .catch(() => {
      throw new ConfigError([{ variable: 'GEOIP_DATABASE', read, expected }]);
    });
}

/** Answers requests from now on, also those that have waited. */
function answerRequests({ worker, management, runtime, app, database, state, first, http }: Opening): void {
  const watch = worker ? worker.watch : management?.watch;
  const guard = runtime.get(OverloadGuard);
  const overtakes = healthChecks(runtime);
  const begin = requestsInSlices(app.answer, { overtakes, waited: (...how) => guard.waited(...how) });
  const watched = watch ? watch.over(begin, { runtime, database, state }) : begin;
  const answer = oneAtATime(watched, () => runtime.get(Meter).listener?.overloaded());
  first.resolve(answer);
  http.removeAllListeners('request').on('request', answer);
}
