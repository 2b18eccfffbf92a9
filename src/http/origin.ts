import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Request } from 'express';
import type { Origin } from '../kernel/context.ts';
import { newRequestId } from '../kernel/ids.ts';
import { acceptedLanguages } from './languages.ts';

const requestIds = new WeakMap<IncomingMessage, string>();
const origins = new WeakMap<Request, Origin>();
const USER_AGENT_MAX = 512;

/** The id of a request, in its answer and in the log. Every call returns the same one. */
export function requestIdOf(request: IncomingMessage): string {
  let requestId = requestIds.get(request);
  if (requestId === undefined) requestIds.set(request, (requestId = newRequestId()));
  return requestId;
}

/** Where a request came from. Every call returns the same object. */
export function originOf(request: Request): Origin {
  let origin = origins.get(request);
  if (!origin) {
    const userAgent = (request.get('user-agent') ?? '').slice(0, USER_AGENT_MAX);
    // A request whose connection broke has no socket, and Express then fails.
    const ip = (request.socket as Socket | null) === null ? '' : (request.ip ?? '');
    origins.set(
      request,
      (origin = { requestId: requestIdOf(request), ip, userAgent, languages: acceptedLanguages(request) }),
    );
  }
  return origin;
}
