/**
 * The composition root: mounts the doors in order on one Express application. Hot paths come first and have no
 * middleware. Anything else is 404: a page for browsers and JSON for programs.
 */
import type { RequestListener } from 'node:http';
import express, { Router, type Application, type NextFunction, type Request, type Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Pool } from 'pg';
import { withAnswerHeaders } from './answer-headers.ts';
import { mountConsole } from './console-files.ts';
import { mountFiles } from './files.ts';
import { createCompiler } from './graphql/execute.ts';
import { mountGraphql } from './graphql/mount.ts';
import { mountHealth, type Draining } from './health.ts';
import { httpErrors } from './http/errors.ts';
import { errorPage, loggedOutPage, mountInteraction, postedAnswerPage } from './interaction/index.ts';
import type { Refused } from './kernel/context.ts';
import { kernelErrors } from './kernel/errors.ts';
import { errorForCaller } from './kernel/fault.ts';
import { originOf } from './http/origin.ts';
import type { Runtime } from './kernel/runtime.ts';
import { Tracing } from './kernel/tracing.ts';
import type { Once } from './http/idempotency-key.ts';
import { Site } from './http/site.ts';
import { Refusals } from './modules/audit/index.ts';
import { applicationNameAt } from './modules/clients/index.ts';
import { Idempotency } from './modules/idempotency/index.ts';
import { ApplicationNames } from './modules/links/index.ts';
import { authenticateBySession } from './modules/sessions/index.ts';
import { Interactions, mountAuthorize } from './oauth/endpoints/authorize/index.ts';
import { LogoutRequests, mountEndSession } from './oauth/endpoints/end-session/index.ts';
import { createAuthenticate, mountOauth } from './oauth/index.ts';
import { adopt, type Messages } from './messages.ts';
import { mountReference } from './reference.ts';
import { onPaths } from './request-target.ts';
import { followRequests } from './requests.ts';
import { sendError } from './rest/errors.ts';
import { mountRest } from './rest/mount.ts';

interface App {
  readonly answer: RequestListener;
  /** Resolves when running GraphQL operations have finished. */
  close(): Promise<void>;
}

interface AppParts {
  readonly runtime: Runtime;
  readonly schema: () => GraphQLSchema;
  readonly pool: Pool;
  readonly trustProxy: false | number | string[];
  readonly logRequests: boolean;
  readonly state: Draining;
  readonly messages: Messages;
}

/** Creates everything that the server answers, under the issuer's path prefix. */
export function createApp({ runtime, schema, pool, trustProxy, logRequests, state, messages }: AppParts): App {
  const app = express();
  adopt(app, messages);
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', trustProxy);
  app.set('query parser', false);
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  const { prefix, isHttps } = runtime.get(Site);
  const router = prefix ? Router({ caseSensitive: true, strict: true }) : app;
  runtime.get(ApplicationNames).find = applicationNameAt;
  const showError = errorPage(runtime, runtime.get(Interactions));
  const authenticate = createAuthenticate(runtime);
  // Of all doors, only those that the console uses accept the browser's session.
  const authenticateBrowser = authenticateBySession(runtime, authenticate);
  const noteRefusal: Refused = (...what) => runtime.get(Refusals).forbidden(...what);

  const once: Once = (...request) => runtime.get(Idempotency).once(...request);

  mountOauth(app, router, runtime);
  mountRest(router, { runtime, authenticate, noteRefusal, once, compile: createCompiler(schema) });
  mountFiles(router, { runtime, authenticate: authenticateBrowser, noteRefusal });
  mountAuthorize(router, runtime, { showError, showPostedAnswer: postedAnswerPage(runtime) });
  mountEndSession(router, runtime, { showError, showLoggedOut: loggedOutPage(runtime) });
  mountInteraction(router, runtime, runtime.get(Interactions), runtime.get(LogoutRequests));
  mountHealth(router, runtime, pool, state);
  mountReference(router, runtime, schema, authenticate);
  mountConsole(router, runtime);
  // The probes of an orchestrator do not use the prefix.
  if (prefix) mountHealth(app, runtime, pool, state);
  router.get('/graphql', (request: Request, response: Response, next: NextFunction) =>
    wantsPage(request) ? showError(forPrograms(), request, response) : next(),
  );
  const closeGraphql = mountGraphql(router, { runtime, schema, authenticate: authenticateBrowser, noteRefusal, once });

  if (prefix) app.use(prefix, router);
  const answerNotFound = (request: Request, response: Response): void =>
    wantsPage(request)
      ? showError(httpErrors.PAGE_NOT_FOUND(), request, response)
      : sendError(runtime, response, httpErrors.PATH_NOT_FOUND());
  app.use(answerNotFound);
  app.use(failed(runtime, answerNotFound));
  const isProxy = trustOf(app);
  const followed = { isProxy, log: logRequests ? runtime.log : null, tracer: runtime.get(Tracing).tracer };
  const answer = followRequests(followed, withAnswerHeaders(isHttps, onPaths(runtime, app)));
  return { answer, close: closeGraphql };
}

/** Whether Express trusts the peer at an address, by `TRUST_PROXY`. */
function trustOf(app: Application): (address: string) => boolean {
  const trust = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  return (address) => trust(address, 0);
}

/** Whether a browser wants a page: it accepts HTML before anything else. */
const wantsPage = (request: Request): boolean => request.accepts(['json', 'html']) === 'html';

const forPrograms = () => httpErrors.FOR_PROGRAMS();

/** Answers an error that no door has answered, with a request id only. */
const failed =
  (runtime: Runtime, answerNotFound: (request: Request, response: Response) => void) =>
  (error: Error & { status?: number }, request: Request, response: Response, _next: NextFunction): void => {
    if (response.headersSent) return void response.destroy();
    // Express refuses paths that are not URL-encoded.
    if (error.status === 400) return answerNotFound(request, response);
    const { requestId } = originOf(request);
    const told = errorForCaller(error, runtime.log, { requestId });
    const internal = kernelErrors.INTERNAL({ message: `Something went wrong (request ${requestId}).` });
    sendError(runtime, response, told ?? internal);
  };
