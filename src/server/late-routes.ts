/**
 * The doors that a token needs nothing of: REST, GraphQL, decisions, the pages and the console. They are loaded after the start.
 * Anything else is 404: a page for browsers and JSON for programs.
 */
import type { NextFunction, Request, Response } from 'express';
import { ConfigError } from '../ground/config/load.ts';
import { TrustedDocuments } from '../doors/graphql/documents.ts';
import { createCompiler } from '../doors/graphql/execute.ts';
import { mountGraphql } from '../doors/graphql/mount.ts';
import { createSchema, type GraphQLSchema } from '../doors/graphql/schema.ts';
import { sendError } from '../ground/http/error-answer.ts';
import { httpErrors } from '../ground/http/errors.ts';
import type { Once } from '../ground/http/idempotency-key.ts';
import type { Mounts } from '../ground/http/mounts.ts';
import { originOf } from '../ground/http/origin.ts';
import { refuseOtherMethods } from '../ground/http/other-methods.ts';
import {
  errorPage,
  loggedOutPage,
  mountChangePasswordAddress,
  mountPages,
  postedAnswerPage,
} from '../doors/pages/index.ts';
import type { Refused } from '../ground/kernel/context.ts';
import { kernelErrors } from '../ground/kernel/errors.ts';
import { errorForCaller } from '../ground/kernel/fault.ts';
import { lazy } from '../ground/kernel/lazy.ts';
import type { Runtime } from '../ground/kernel/runtime.ts';
import { Refusals } from '../modules/audit/index.ts';
import { applicationNameAt } from '../modules/clients/index.ts';
import { Idempotency } from '../modules/idempotency/index.ts';
import { ApplicationNames } from '../modules/links/index.ts';
import { TokenPreviewer } from '../modules/previews/index.ts';
import { authenticateBySession } from '../modules/sessions/index.ts';
import { Interactions, mountAuthorize } from '../doors/oauth/endpoints/authorize/index.ts';
import { LogoutRequests, mountEndSession } from '../doors/oauth/endpoints/end-session/index.ts';
import { createAuthenticate, mountOauth } from '../doors/oauth/index.ts';
import { previewTokens } from '../doors/oauth/preview/preview-tokens.ts';
import { requestRoutes } from '../doors/oauth/request-routes.ts';
import { mountRest } from '../doors/rest/mount.ts';
import { consoleDocuments, mountConsole } from '../doors/files/console-files.ts';
import { mountAuthzen } from '../doors/authzen/index.ts';
import { mountFiles } from '../doors/files/transfers.ts';
import { mountReference } from './reference.ts';

export interface LateRoutes {
  readonly schema: () => GraphQLSchema;
  /** Resolves when running GraphQL operations have finished. */
  close(): Promise<void>;
}

/** One for all servers of a process, because what can be asked does not depend on settings. */
const schema = lazy(createSchema);
const compile = createCompiler(schema);

/** Mounts the doors. Throws if the documents that the operator trusts have faults. */
export async function mountLateRoutes(mounts: Mounts, runtime: Runtime): Promise<LateRoutes> {
  const { app, router } = mounts;
  await openDocuments(runtime);
  runtime.get(ApplicationNames).find = applicationNameAt;
  runtime.get(TokenPreviewer).preview = (request) => previewTokens(runtime, request);
  const showError = errorPage(runtime, runtime.get(Interactions));
  const authenticate = createAuthenticate(runtime);
  // Of all doors, only those that the console uses accept the browser's session.
  const authenticateBrowser = authenticateBySession(runtime, authenticate);
  const noteRefusal: Refused = (...what) => runtime.get(Refusals).forbidden(...what);

  const once: Once = (...request) => runtime.get(Idempotency).once(...request);

  mountOauth(mounts, runtime, requestRoutes(runtime));
  mountRest(router, { runtime, authenticate, noteRefusal, once, compile });
  mountAuthzen(mounts, { runtime, authenticate, noteRefusal });
  mountFiles(router, { runtime, authenticate: authenticateBrowser, noteRefusal });
  mountAuthorize(router, runtime, { showError, showPostedAnswer: postedAnswerPage(runtime) });
  mountEndSession(router, runtime, { showError, showLoggedOut: loggedOutPage(runtime) });
  mountPages(router, runtime, runtime.get(Interactions), runtime.get(LogoutRequests));
  mountChangePasswordAddress(new Set([app, router]), runtime);
  mountReference(router, runtime, schema, authenticate);
  mountConsole(router, runtime);
  router.get('/graphql', (request: Request, response: Response, next: NextFunction) =>
    wantsPage(request) ? showError(forPrograms(), request, response) : next(),
  );
  const close = mountGraphql(router, { runtime, schema, authenticate: authenticateBrowser, noteRefusal, once });

  refuseOtherMethods(mounts, runtime);

  const answerNotFound = (request: Request, response: Response): void =>
    wantsPage(request)
      ? showError(httpErrors.PAGE_NOT_FOUND(), request, response)
      : sendError(runtime, response, httpErrors.PATH_NOT_FOUND());
  app.use(answerNotFound);
  app.use(failed(runtime, answerNotFound));
  return { schema, close };
}

async function openDocuments(runtime: Runtime): Promise<void> {
  const documents = runtime.get(TrustedDocuments);
  const faults = await documents.load(schema);
  if (faults.length > 0) throw new ConfigError(faults.map((fault) => ({ variable: 'GRAPHQL_MANIFESTS', ...fault })));
  documents.addConsole(await consoleDocuments());
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
    const told = errorForCaller(error, runtime, { requestId });
    const internal = kernelErrors.INTERNAL({ message: `Something went wrong (request ${requestId}).` });
    sendError(runtime, response, told ?? internal);
  };
