/** How a server begins to listen and how it stops, without losing a connection. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, Server as SocketServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../ground/config/load.ts';
import { stopwatch } from '../ground/kernel/clock.ts';
import { StartFault } from '../ground/kernel/start-fault.ts';

/**
 * How many connections the kernel queues, if it may: its own limit is `net.core.somaxconn`. It drops the first packets of more,
 * and their callers wait for a second or three. Node's default is 511.
 */
const BACKLOG = 4096;
/** How long a connection that was accepted last may take to send its first byte. */
const SILENT_MS = 500;
/** How long a stopping server still accepts connections at least, to answer those that the kernel has queued. */
const DRAIN_MS = 100;
/** How long it looks how quick a turn of the event loop can be. */
const TURNS_MS = 50;
/** A turn that takes longer than this many of the quickest may leave connections in the queue that came during it. */
const QUIET_TURNS = 2;

const LISTEN_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'something else listens there',
  EACCES: 'this user may not',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host',
};

/** Listens on the configured port. Throws a `StartFault` if it cannot. */
export async function listen(http: SocketServer, { server: { host, port } }: Config): Promise<void> {
  http.listen({ port, host, backlog: BACKLOG });
  await once(http, 'listening').catch((cause) => cannotListen(cause, { host, port }, 'PORT or HOST'));
}

/** The configured port, or a free one if that is 0. Nothing listens there when this returns. */
export async function findPort(config: Config): Promise<number> {
  const trial = createServer();
  await listen(trial, config);
  const { port } = trial.address() as AddressInfo;
  trial.close();
  await once(trial, 'close');
  return port;
}

/** Throws a `StartFault` that says why, and which variables to change. */
export function cannotListen(
  cause: unknown,
  { host, port }: Pick<Config['management'], 'host' | 'port'>,
  variables: string,
): never {
  const { code = '' } = cause as NodeJS.ErrnoException;
  const why = LISTEN_FAULTS[code] ?? code;
  const message = `Cannot listen on port ${port} of ${host}: ${why}. Set ${variables} to others.`;
  throw new StartFault('CANNOT_LISTEN', message, { cause });
}

/** Closes a server with all its connections. */
export function closeConnections(http: Server): Promise<void> {
  http.close();
  http.closeAllConnections();
  return Promise.resolve();
}

/** The open connections of a server that has not begun to listen yet. */
export function connectionsOf(http: Server): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  http.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return connections;
}

/** Answers what has been asked and what is asked meanwhile, then closes the server. */
export async function drain(
  http: Server,
  connections: ReadonlySet<Socket>,
  state: { draining: boolean },
  given: Config['server'],
): Promise<void> {
  // From here on, every answer closes its connection, so that the caller connects to another node.
  http.prependListener('request', (_request, response) => void response.setHeader('connection', 'close'));
  // Answers in progress do not say so. Node closes their connections a second after them.
  http.keepAliveTimeout = 1;
  const half = (given.shutdownDelaySeconds * 1000) / 2;
  // A balancer must notice that the node restarted before this one is back, before it hears that this one goes.
  if (half > 0) await sleep(half);
  state.draining = true;
  await sleep(Math.max(DRAIN_MS, half));
  await rehearse();
  const shutdownMs = given.shutdownSeconds * 1000;
  await acceptQueued(http, shutdownMs);
  // The port before the idle connections, because a connection that comes meanwhile is reset.
  const closed = new Promise<void>((resolve) => void SocketServer.prototype.close.call(http, () => resolve()));
  http.closeIdleConnections();
  // Node takes a connection on which nothing has come for a request under way.
  const silent = setTimeout(() => {
    // After another turn, in which a server that was kept from running reads what has come meanwhile.
    setImmediate(() => {
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    });
  }, SILENT_MS);
  const deadline = setTimeout(() => http.closeAllConnections(), shutdownMs);
  await closed;
  clearTimeout(silent);
  clearTimeout(deadline);
}

/** Closes another port. The first time takes several times as long, because Node compiles what it does. */
async function rehearse(): Promise<void> {
  const trial = createServer().listen(0, '127.0.0.1');
  await once(trial, 'listening');
  trial.close();
  await once(trial, 'close');
}

/**
 * Accepts the connections that the kernel has queued: closing would reset them. Each turn of the event loop accepts one, so as
 * many turns as there can be connections in the queue are enough, however slow a turn is.
 */
async function acceptQueued(http: Server, limitMs: number): Promise<void> {
  const late = AbortSignal.timeout(limitMs);
  let accepted = 0;
  const count = (): void => void (accepted += 1);
  http.on('connection', count);
  let quickest = Infinity;
  const begun = stopwatch();
  for (let turns = 0, isQuiet = false; !isQuiet && turns < BACKLOG && !late.aborted; turns += 1) {
    const before = accepted;
    const passed = stopwatch();
    await turn();
    const took = passed();
    quickest = Math.min(quickest, took);
    isQuiet = accepted === before && took <= QUIET_TURNS * quickest && begun() * 1000 > TURNS_MS;
  }
  http.off('connection', count);
}
