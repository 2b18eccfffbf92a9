import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Request } from 'express';
import type { Origin } from '../kernel/context.ts';
import { newRequestId } from '../kernel/ids.ts';

const requestIds = new WeakMap<IncomingMessage, string>();
const origins = new WeakMap<Request, Origin>();
const USER_AGENT_MAX = 512;

/** What the answer and the log call a request; the same however often it is asked for. */
export function requestIdOf(request: IncomingMessage): string {
  let requestId = requestIds.get(request);
  if (requestId === undefined) requestIds.set(request, (requestId = newRequestId()));
  return requestId;
}

/** Where a request came from; the same object however often it is asked for. */
export function originOf(request: Request): Origin {
  let origin = origins.get(request);
  if (!origin) {
    const userAgent = (request.get('user-agent') ?? '').slice(0, USER_AGENT_MAX);
    // Node takes the socket away from a request whose connection broke, and Express then cannot say.
    const ip = (request.socket as Socket | null) === null ? '' : (request.ip ?? '');
    origins.set(request, (origin = { requestId: requestIdOf(request), ip, userAgent }));
  }
  return origin;
}
