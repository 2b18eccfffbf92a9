import { ServerResponse, type OutgoingHttpHeaders, type RequestListener } from 'node:http';
import { requestIdOf } from './origin.ts';

const YEAR = 365 * 24 * 60 * 60;

/**
 * Adds the headers that every answer has unless a door replaces them: the request's id, no caching, and no guessing of its
 * type. If the issuer is https, browsers are told to use only https (RFC 6797).
 */
export function withAnswerHeaders(isHttps: boolean, answer: RequestListener): RequestListener {
  const common: OutgoingHttpHeaders = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(isHttps && { 'strict-transport-security': `max-age=${YEAR}` }),
  };
  // Node.js writes headers that only writeHead gets much faster than those that were set before.
  function writeHead(this: ServerResponse, status: number, headers?: OutgoingHttpHeaders): ServerResponse {
    const all: OutgoingHttpHeaders = { ...common, 'x-request-id': requestIdOf(this.req), ...headers };
    for (const name of this.getHeaderNames()) if (headers?.[name] === undefined) delete all[name];
    ServerResponse.prototype.writeHead.call(this, status, all);
    return this;
  }
  return (request, response) => {
    response.writeHead = writeHead as typeof response.writeHead;
    answer(request, response);
  };
}
