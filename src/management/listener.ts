import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readiness, type Draining } from '../health.ts';
import { inTime } from '../kernel/deadline.ts';
import type { Log } from '../kernel/log.ts';
import { Meter } from '../kernel/meter.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { timeWaits } from '../persistence/connection.ts';
import type { OpenDatabase } from '../persistence/open.ts';
import { addGauges } from './gauges.ts';
import { Metrics } from './metrics.ts';
import { timeRequests } from './requests.ts';

/** The state of the server, as orchestrators ask for it, with each thing that it depends on. */
interface Health {
  readonly status: 'ok' | 'unavailable' | 'draining' | 'starting';
  readonly checks: Readonly<Record<string, string>>;
}

/** A started server. */
interface Watched {
  readonly runtime: Runtime;
  readonly database: OpenDatabase;
  readonly state: Draining;
}

export interface Management {
  readonly port: number;
  /** Call it when the server has started. Returns `answer`, which is timed from then on. */
  watch(answer: RequestListener, server: Watched): RequestListener;
  close(): Promise<void>;
}

/** How long it may take to read the metrics: less than Prometheus waits. */
const METRICS_SECONDS = 8;
const STARTING: Health = { status: 'starting', checks: { start: 'running' } };

/** Listens for the operator's tools. */
export async function listenForManagement(
  { host, port }: { readonly host: string; readonly port: number },
  log: Log,
): Promise<Management> {
  const metrics = new Metrics();
  let ready: (() => Promise<Health>) | undefined;
  const healths: Readonly<Record<string, () => Promise<Health> | Health>> = {
    '/health/live': () => ({ status: 'ok', checks: { process: 'ok' } }),
    '/health/started': () => (ready ? { status: 'ok', checks: { start: 'ok' } } : STARTING),
    '/health/ready': () => ready?.() ?? STARTING,
  };
  const answerTo = async (path: string, response: ServerResponse): Promise<void> => {
    if (path === '/metrics') {
      const text = await inTime(metrics.registry.metrics(), METRICS_SECONDS);
      return send(response, 200, text, metrics.registry.contentType);
    }
    const health = await healths[path]?.();
    if (!health)
      return sendJson(response, 404, { error: 'not_found', error_description: 'There is nothing at this path.' });
    sendJson(response, health.status === 'ok' ? 200 : 503, health);
  };
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendJson(response, 405, { error: 'method_not_allowed', error_description: 'This is read with GET.' });
    answerTo(request.url!.split('?')[0]!, response).catch((err: unknown) => {
      log.warn({ err }, 'the metrics could not be read');
      sendJson(response, 503, {
        error: 'temporarily_unavailable',
        error_description: 'The metrics could not be read.',
      });
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    watch(answer, { runtime, database, state }) {
      ready = () => readiness(runtime, database.pool, state);
      addGauges(metrics.registry, runtime, database.pool);
      timeWaits(database.pool, (seconds) => metrics.waited(seconds));
      runtime.get(Meter).listener = metrics;
      database.meter.listener = metrics;
      return timeRequests(metrics, answer);
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const sendJson = (response: ServerResponse, status: number, body: object): void =>
  send(response, status, JSON.stringify(body), 'application/json; charset=utf-8');

function send(response: ServerResponse, status: number, text: string, type: string): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 405 && { allow: 'GET, HEAD' }),
  });
  response.end(text);
}
