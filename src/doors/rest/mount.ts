import type { Request, Response, Router } from 'express';
import type { Compile } from '../graphql/execute.ts';
import {
  anonymous,
  requireDocument,
  signedIn,
  type Authenticate,
  type ClientViewer,
  type Viewer,
} from '../../ground/kernel/access.ts';
import { Budget, budgetHeaders } from '../../ground/http/budget.ts';
import { idempotencyKeyOf, type Once, type WholeAnswer } from '../../ground/http/idempotency-key.ts';
import { RequestContext, type Origin, type Refused } from '../../ground/kernel/context.ts';
import { AppError, kernelErrors, notFound, type ErrorKind } from '../../ground/kernel/errors.ts';
import { errorForCaller } from '../../ground/kernel/fault.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import { originOf } from '../../ground/http/origin.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { readJson, readQuery } from './body.ts';
import { JSON_HEADERS, sendAnswer } from '../../ground/http/answer.ts';
import { errorAnswer, sendError } from '../../ground/http/error-answer.ts';
import { sendList } from './list.ts';
import { etagOf, isNotModified, onCondition } from './preconditions.ts';
import { creates, isConditional, type AnyRoute, type PlainRoute, type RouteRequest, type Run } from './route.ts';
import { routes } from './routes/index.ts';

interface Parts {
  readonly runtime: Runtime;
  readonly compile: Compile;
  readonly authenticate: Authenticate;
  readonly noteRefusal: Refused;
  readonly once: Once;
}

type AnyRequest = RouteRequest<string, unknown, unknown>;

/** The cost of a request, and the number of list items that cost the same. */
const REQUEST_COST = 1;
const ITEMS_A_COST = 10;

/** Mounts every documented path. */
export function mountRest(router: Router, parts: Parts): void {
  for (const route of routes) router[route.method](route.path, handlerOf(route, parts));
}

function handlerOf(route: AnyRoute, { runtime, compile, authenticate, noteRefusal, once }: Parts) {
  const operation = compile(route.document);
  const budget = runtime.get(Budget);
  const conditional = isConditional(route);
  const accept = async (request: Request, origin: Origin, meet: (viewer: Viewer) => void) => {
    const viewer = await authenticate(request);
    meet(viewer);
    if (!route.anonymous) signedIn(viewer);
    // The documents behind the paths are the server's own.
    requireDocument(viewer, null);
    if (viewer.kind === 'client') checkScope(route, viewer);
    const spender = { viewer, ip: origin.ip };
    try {
      budget.spend(spender, REQUEST_COST);
    } finally {
      for (const [name, value] of Object.entries(budgetHeaders(budget.left(spender))))
        request.res!.setHeader(name, value);
    }
    const plain: Run = (variables) => operation(new RequestContext(runtime, viewer, origin), variables);
    const run = conditional ? onCondition(request, plain) : plain;
    const charge = (items: number): void => budget.charge(spender, items / ITEMS_A_COST);
    const key = creates(route) ? idempotencyKeyOf(request) : undefined;
    return { viewer, key, read: await readRequest(route, request), run, charge };
  };
  /** Performs a request with an Idempotency-Key, unless it has been performed. */
  const performOnce = (plain: PlainRoute, origin: Origin, viewer: Viewer, key: string, read: AnyRequest) => {
    const input = plain.variables(read);
    return once({ viewer, key, operation: plain.operationId, input }, async (tx) => {
      try {
        const data = await operation(new RequestContext(runtime, viewer, origin, tx), input);
        return { answer: answerOf(plain, data, read, runtime), keep: true };
      } catch (error) {
        if (!(error instanceof AppError) || !DEFINITIVE.has(error.kind)) throw error;
        return { answer: errorAnswer(runtime, error, route), keep: true };
      }
    });
  };
  return async (request: Request, response: Response): Promise<void> => {
    const origin = originOf(request);
    let viewer: Viewer = anonymous;
    const accepted = () => accept(request, origin, (met) => (viewer = met));
    try {
      if ('list' in route) {
        const { read, run, charge } = await runtime.begin(accepted);
        const onePage: Run = (variables) => runtime.inTime(run(variables));
        return await sendList(request, response, route, read, onePage, charge);
      }
      const answer = await runtime.begin(async () => {
        const { read, run, key } = await accepted();
        if (key !== undefined) return performOnce(route, origin, viewer, key, read);
        return answerOf(route, await run(route.variables(read)), read, runtime);
      });
      const tag = answer.headers['etag'];
      if (tag === undefined || !isNotModified(request, response, tag)) sendAnswer(response, answer);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'forbidden')
        noteRefusal(origin, viewer, route.operationId, error.code);
      fail(response, error, route, origin, runtime);
    }
  };
}

/** The failures that every repetition would have again. Rights can change, and other failures may pass. */
const DEFINITIVE: ReadonlySet<ErrorKind> = new Set(['invalid', 'conflict', 'not_found']);

function answerOf(route: PlainRoute, data: unknown, read: AnyRequest, { settings }: Runtime): WholeAnswer {
  const answer = route.answer(data, read);
  const body = answer === undefined ? '' : JSON.stringify(answer);
  return {
    status: route.status,
    headers: {
      ...(body !== '' && JSON_HEADERS),
      ...(route.version && { etag: etagOf(route.version(data), body) }),
      ...(route.location && { location: settings.server.baseUrl + route.location(data) }),
    },
    body,
  };
}

function checkScope({ scope }: AnyRoute, { scopes }: ClientViewer): void {
  if (scope === null) throw kernelErrors.USER_REQUIRED();
  if (!scopes.has(scope)) throw kernelErrors.INSUFFICIENT_SCOPE({ message: `This needs the scope ${scope}.` });
}

async function readRequest(route: AnyRoute, request: Request): Promise<RouteRequest<string, unknown, unknown>> {
  const params = request.params as Record<string, string>;
  // All ids are UUIDs, so anything else names nothing.
  for (const [name, value] of Object.entries(params))
    if (name.endsWith('_id') && !isUuid(value)) throw notFound(name === 'user_id' ? 'user' : route.noun);
  return {
    params,
    query: readQuery(route, request),
    body: route.body ? await readJson(request, route.body) : undefined,
  };
}

function fail(response: Response, error: unknown, route: AnyRoute, origin: Origin, runtime: Runtime): void {
  const { requestId } = origin;
  const told = errorForCaller(error, runtime, { requestId, route: route.operationId });
  // A list that has begun cannot become an error. Closing the connection shows that it is incomplete.
  if (response.headersSent) return void response.destroy();
  const internal = kernelErrors.INTERNAL({ message: `Something went wrong (request ${requestId}).` });
  sendError(runtime, response, told ?? internal, route);
}
