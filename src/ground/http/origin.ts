import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { Origin } from '../kernel/context.ts';
import { newRequestId } from '../kernel/ids.ts';
import { callerAddress } from './caller-address.ts';
import { acceptedLanguages } from './languages.ts';

const REQUEST_ID = Symbol('request id');
const ORIGIN = Symbol('origin');
const USER_AGENT_MAX = 512;
/** What an id of a proxy may be, so that it can be read in logs and stored. */
const PROXY_ID = /^[\w.:=@+/-]{8,128}$/;

/** The id of a request, in its answer and in the log. Every call returns the same one. */
export const requestIdOf = (request: IncomingMessage & { [REQUEST_ID]?: string }): string =>
  (request[REQUEST_ID] ??= newRequestId());

/** Has the request keep the id that a proxy gave it (`X-Request-Id`), if that is of a safe form. */
export function acceptRequestId(request: IncomingMessage & { [REQUEST_ID]?: string }): void {
  const given = request.headers['x-request-id'];
  if (typeof given === 'string' && PROXY_ID.test(given)) request[REQUEST_ID] = given;
}

/** Where a request came from. Every call returns the same object. */
export const originOf = (request: Request & { [ORIGIN]?: Origin }): Origin => (request[ORIGIN] ??= readOrigin(request));

function readOrigin(request: Request): Origin {
  const userAgent = (request.get('user-agent') ?? '').slice(0, USER_AGENT_MAX);
  return {
    requestId: requestIdOf(request),
    ip: callerAddress(request),
    userAgent,
    languages: acceptedLanguages(request),
  };
}
