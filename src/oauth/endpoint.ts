import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Origin } from '../kernel/context.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { asOAuthError } from './errors.ts';

/** Answers one request, with a head of its own. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface OAuthRoute {
  readonly method: 'GET' | 'POST';
  /** From the root of the server, the issuer's own path included. */
  readonly path: string;
  readonly handler: Handler;
}

/** What the endpoints are made with. `originOf` knows the trusted proxies; it is asked only when something is logged. */
export interface Surroundings {
  readonly runtime: Runtime;
  readonly originOf: (request: IncomingMessage) => Origin;
}

type Headers = Readonly<Record<string, string>>;

/** RFC 6749 §5.1: nobody keeps what holds tokens or personal data. */
const PRIVATE: Headers = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** Sends JSON that nobody may keep. */
export function answer(response: ServerResponse, status: number, body: object, headers: Headers = {}): void {
  send(response, status, JSON.stringify(body), { ...PRIVATE, ...headers });
}

/** Sends JSON that is already text. */
export function send(response: ServerResponse, status: number, json: string, headers: Headers): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(json),
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(json);
}

/** A handler that answers what `work` throws in the words of OAuth. */
export function endpoint({ runtime, originOf }: Surroundings, work: Handler): Handler {
  return async (request, response) => {
    try {
      await work(request, response);
    } catch (error) {
      const { status, body, headers } = asOAuthError(error, runtime.log, originOf(request).requestId);
      if (response.headersSent) response.destroy();
      else answer(response, status, body, headers);
    }
  };
}
