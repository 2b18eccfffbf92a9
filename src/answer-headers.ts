import type { RequestListener } from 'node:http';
import { requestIdOf } from './http/origin.ts';

const YEAR = 365 * 24 * 60 * 60;

/**
 * Sets the headers that every answer has unless a door replaces them: the request's id, no caching, and no guessing of its
 * type. If the issuer is https, browsers are told to use only https (RFC 6797).
 */
export function withAnswerHeaders(isHttps: boolean, answer: RequestListener): RequestListener {
  const common = new Map([
    ['cache-control', 'no-store'],
    ['x-content-type-options', 'nosniff'],
  ]);
  if (isHttps) common.set('strict-transport-security', `max-age=${YEAR}`);
  return (request, response) => {
    response.setHeaders(common).setHeader('x-request-id', requestIdOf(request));
    answer(request, response);
  };
}
