/**
 * The composition root: puts the doors in order on one Express application. Hot paths come first and carry no
 * middleware; whatever nobody answers is 404 in JSON.
 */
import type { RequestListener } from 'node:http';
import express, { Router, type NextFunction, type Request, type Response } from 'express';
import type { Pool } from 'pg';
import { createCompiler } from './graphql/execute.ts';
import { createSchema } from './graphql/schema.ts';
import { mountGraphql } from './graphql/server.ts';
import { mountHealth, type Draining } from './health.ts';
import { errorPage, mountInteraction, postedAnswerPage } from './interaction/index.ts';
import { AppError } from './kernel/errors.ts';
import { toldError } from './kernel/fault.ts';
import { originOf } from './kernel/origin.ts';
import type { Runtime } from './kernel/runtime.ts';
import { Site } from './kernel/site.ts';
import { Interactions, mountAuthorize } from './oauth/endpoints/authorize/index.ts';
import { LogoutRequests, mountEndSession } from './oauth/endpoints/end-session/index.ts';
import { createAuthenticate, mountOauth } from './oauth/index.ts';
import { mountReference } from './reference.ts';
import { onPaths } from './request-target.ts';
import { sendError } from './rest/errors.ts';
import { mountRest } from './rest/mount.ts';

interface App {
  readonly answer: RequestListener;
  /** Resolves once GraphQL operations under way are done. */
  close(): Promise<void>;
}

interface AppParts {
  readonly runtime: Runtime;
  readonly pool: Pool;
  readonly trustProxy: false | number | string[];
  readonly state: Draining;
}

/** Everything the server answers, under the issuer's path prefix. */
export async function createApp({ runtime, pool, trustProxy, state }: AppParts): Promise<App> {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', trustProxy);
  app.set('query parser', false);
  const { prefix } = runtime.get(Site);
  const router = Router();
  const schema = createSchema();
  const authenticate = createAuthenticate(runtime);

  mountOauth(app, router, runtime);
  mountRest(router, { runtime, authenticate, compile: createCompiler(schema) });
  mountAuthorize(router, runtime, { showError: errorPage(runtime), showPostedAnswer: postedAnswerPage });
  mountEndSession(router, runtime, errorPage(runtime));
  mountInteraction(router, runtime, runtime.get(Interactions), runtime.get(LogoutRequests));
  mountHealth(router, runtime, pool, state);
  mountReference(router, runtime, schema, authenticate);
  // Probes of an orchestrator know no prefix.
  if (prefix) mountHealth(app, runtime, pool, state);
  const closeGraphql = await mountGraphql(router, { runtime, schema, authenticate });

  app.use(prefix || '/', router);
  app.use((_request: Request, response: Response) => {
    response.status(404).json({ error: 'not_found', error_description: 'There is nothing here.' });
  });
  app.use(failed(runtime));
  return { answer: onPaths(app), close: closeGraphql };
}

/** The last resort: a fault no door has answered leaves with a request id and nothing else. */
const failed =
  (runtime: Runtime) =>
  (error: Error & { status?: number }, request: Request, response: Response, _next: NextFunction): void => {
    if (response.headersSent) return void response.destroy();
    // Express itself refuses paths that are not URL-encoded.
    if (error.status === 400)
      return void response.status(404).json({ error: 'not_found', error_description: 'There is nothing here.' });
    const { requestId } = originOf(request);
    const told = toldError(error, runtime.log, { requestId });
    sendError(response, told ?? new AppError('internal', 'INTERNAL', `Something went wrong (request ${requestId}).`));
  };
