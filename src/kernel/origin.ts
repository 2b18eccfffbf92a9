import type { Socket } from 'node:net';
import type { Request } from 'express';
import type { Origin } from './context.ts';
import { newRequestId } from './ids.ts';

const origins = new WeakMap<Request, Origin>();
const USER_AGENT_MAX = 512;

/** Where a request came from; the same object however often it is asked for, so its request id is too. */
export function originOf(request: Request): Origin {
  let origin = origins.get(request);
  if (!origin) {
    const userAgent = (request.get('user-agent') ?? '').slice(0, USER_AGENT_MAX);
    // Node takes the socket away from a request whose connection broke, and Express then cannot say.
    const ip = (request.socket as Socket | null) === null ? '' : (request.ip ?? '');
    origins.set(request, (origin = { requestId: newRequestId(), ip, userAgent }));
  }
  return origin;
}
