import type { Request } from 'express';
import type { Viewer } from './access.ts';
import type { Origin } from './context.ts';
import { newId } from './ids.ts';
import type { Runtime } from './runtime.ts';

/** Finds out who asks from the Authorization header; throws `unauthenticated` for a token that is no good. */
export type Authenticate = (authorization: string | undefined) => Promise<Viewer>;

/** Where the request came from; the address is the one the trusted proxies vouch for. */
export const originOf = (request: Request, runtime: Runtime): Origin => ({
  requestId: newId(runtime.clock.now()),
  ip: request.ip ?? '',
  userAgent: request.headers['user-agent'] ?? '',
});

