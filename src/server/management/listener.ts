import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isOwnHost } from '../../ground/http/own-host.ts';
import { inTime } from '../../ground/kernel/deadline.ts';
import type { Log } from '../../ground/kernel/log.ts';
import { Watch, type Health } from './watch.ts';

/** What is answered. */
export interface Source {
  metrics(): Promise<string>;
  /** Undefined until the server has started. */
  readonly ready: (() => Promise<Health>) | undefined;
}

export interface Management {
  readonly port: number;
  /** Measures this process, which is the server unless it has workers. */
  readonly watch: Watch;
  /** Answers from another source from now on. */
  show(source: Source): void;
  close(): Promise<void>;
}

/** How long it may take to read the metrics: less than Prometheus waits. */
const METRICS_SECONDS = 8;
/** RFC 9110 §15.5.20: the request names a host for which this port does not answer. */
const FOREIGN = {
  error: 'misdirected_request',
  error_description: 'This port is not asked by this name. MANAGEMENT_ALLOWED_HOSTS says by which.',
};
const STARTING: Health = { status: 'starting', checks: { start: 'running' } };

/** Listens for the operator's tools. */
export async function listenForManagement(
  { host, port, names }: { readonly host: string; readonly port: number; readonly names: readonly string[] },
  log: Log,
): Promise<Management> {
  const watch = new Watch();
  const { registry } = watch.metrics;
  let source: Source = {
    metrics: () => registry.metrics(),
    get ready() {
      return watch.ready;
    },
  };
  // A name without a dot belongs to no stranger.
  const isOurs = ({ headers: { host: sent } }: IncomingMessage): boolean =>
    /^[^.]*$/.test(sent ?? '') || isOwnHost(sent, names);
  const healths: Readonly<Record<string, () => Promise<Health> | Health>> = {
    '/health/live': () => ({ status: 'ok', checks: { process: 'ok' } }),
    '/health/started': () => (source.ready ? { status: 'ok', checks: { start: 'ok' } } : STARTING),
    '/health/ready': () => source.ready?.() ?? STARTING,
  };
  const answerTo = async (path: string, response: ServerResponse): Promise<void> => {
    if (path === '/metrics') {
      const text = await inTime(source.metrics(), METRICS_SECONDS);
      return send(response, 200, text, registry.contentType);
    }
    const health = await healths[path]?.();
    if (!health)
      return sendJson(response, 404, { error: 'not_found', error_description: 'There is nothing at this path.' });
    sendJson(response, health.status === 'ok' ? 200 : 503, health);
  };
  const server = createServer((request, response) => {
    if (!isOurs(request)) return sendJson(response, 421, FOREIGN);
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
    watch,
    show: (other) => void (source = other),
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
