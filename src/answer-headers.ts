import type { RequestListener } from 'node:http';
import { requestIdOf } from './http/origin.ts';

const YEAR = 365 * 24 * 60 * 60;

/**
 * What every answer carries, whichever door it leaves by, unless the door says otherwise: the request's id, and that
 * nobody keeps the answer or guesses its type. Where the issuer is https, browsers are told to use nothing else (RFC 6797).
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
