/**
 * The composition root: mounts what the server answers on one Express application. The endpoints that programs call most come
 * first, and have no middleware. All other doors are opened a moment after the start, or by the first request that needs one.
 */
import type { RequestListener } from 'node:http';
import express, { Router, type Application, type NextFunction, type Request, type Response } from 'express';
import type { Pool } from 'pg';
import { withAnswerHeaders } from '../ground/http/answer-headers.ts';
import type { ForwardedHeader } from '../ground/http/caller-address.ts';
import { adoptPrototypes, type ExpressPrototypes } from '../ground/http/express-prototypes.ts';
import type { Mounts } from '../ground/http/mounts.ts';
import { onPaths } from '../ground/http/request-target.ts';
import { followRequests } from '../ground/http/requests.ts';
import { Site } from '../ground/http/site.ts';
import type { Runtime } from '../ground/kernel/runtime.ts';
import { Tracing } from '../ground/kernel/tracing.ts';
import { mountOauth, tokenRoutes } from '../doors/oauth/index.ts';
import { mountHealth, type Draining } from './health.ts';

export interface App {
  readonly answer: RequestListener;
  readonly mounts: Mounts;
}

interface AppParts {
  readonly runtime: Runtime;
  readonly pool: Pool;
  readonly trustProxy: false | number | string[];
  readonly forwardedHeader: ForwardedHeader;
  readonly logRequests: boolean;
  readonly state: Draining;
  readonly prototypes: ExpressPrototypes;
  /** Mounts the other doors. */
  readonly mountLateRoutes: () => Promise<unknown>;
}

/** Creates everything that the server answers, under the issuer's path prefix. */
export function createApp(parts: AppParts): App {
  const { runtime, pool, trustProxy, forwardedHeader, logRequests, state, prototypes, mountLateRoutes } = parts;
  const app = express();
  adoptPrototypes(app, prototypes);
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', trustProxy);
  app.set('forwarded header', forwardedHeader);
  app.set('query parser', false);
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  const { prefix, isHttps } = runtime.get(Site);
  const router = prefix ? Router({ caseSensitive: true, strict: true }) : app;

  const mounts = { app, router };

  mountOauth(mounts, runtime, tokenRoutes(runtime));
  mountHealth(router, runtime, pool, state);
  // The probes of an orchestrator do not use the prefix.
  if (prefix) {
    mountHealth(app, runtime, pool, state);
    router.use(untilOpen(mountLateRoutes));
    app.use(prefix, router);
  }
  app.use(untilOpen(mountLateRoutes));
  app.use(untilOpenAfterError(mountLateRoutes));
  const isProxy = trustOf(app);
  const followed = { isProxy, log: logRequests ? runtime.log : null, tracer: runtime.get(Tracing).tracer };
  const answer = followRequests(followed, withAnswerHeaders(isHttps, onPaths(runtime, app)));
  return { answer, mounts };
}

/** Has a request wait until the doors are there. They are mounted behind this. */
const untilOpen =
  (open: () => Promise<unknown>) =>
  async (_request: Request, _response: Response, next: NextFunction): Promise<void> => {
    await open();
    next();
  };

/** The same, for an error that one of the first endpoints has not answered. */
const untilOpenAfterError =
  (open: () => Promise<unknown>) =>
  async (error: unknown, _request: Request, _response: Response, next: NextFunction): Promise<void> => {
    await open();
    next(error);
  };

/** Whether Express trusts the peer at an address, by `TRUST_PROXY`. */
function trustOf(app: Application): (address: string) => boolean {
  const trust = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  return (address) => trust(address, 0);
}
