import type { Request, Response, Router } from 'express';
import type { Compile } from '../graphql/execute.ts';
import { anonymous, signedIn, type Authenticate, type ClientViewer, type Viewer } from '../kernel/access.ts';
import { Budget } from '../http/budget.ts';
import { RequestContext, type Origin, type Refused } from '../kernel/context.ts';
import { AppError, kernelErrors, notFound } from '../kernel/errors.ts';
import { errorForCaller } from '../kernel/fault.ts';
import { isUuid } from '../kernel/ids.ts';
import { originOf } from '../http/origin.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { readJson, readQuery } from './body.ts';
import { sendError, sendJson, sendMethodNotAllowed } from './errors.ts';
import { sendList } from './list.ts';
import { etagOf, isNotModified, onCondition } from './preconditions.ts';
import { isConditional, type AnyRoute, type RouteRequest, type Run } from './route.ts';
import { routes } from './routes/index.ts';

interface Parts {
  readonly runtime: Runtime;
  readonly compile: Compile;
  readonly authenticate: Authenticate;
  readonly noteRefusal: Refused;
}

/** The cost of a request, and the number of list items that cost the same. */
const REQUEST_COST = 1;
const ITEMS_A_COST = 10;

/** Mounts every documented path. Other methods of these paths are 405. */
export function mountRest(router: Router, parts: Parts): void {
  for (const route of routes) router[route.method](route.path, handlerOf(route, parts));
  for (const [path, methods] of Map.groupBy(routes, (route) => route.path)) {
    const allowed = methods.map((route) => route.method.toUpperCase());
    router.all(path, (_request: Request, response: Response) => sendMethodNotAllowed(response, allowed));
  }
}

function handlerOf(route: AnyRoute, { runtime, compile, authenticate, noteRefusal }: Parts) {
  const operation = compile(route.document);
  const budget = runtime.get(Budget);
  const conditional = isConditional(route);
  const accept = async (request: Request, origin: Origin, meet: (viewer: Viewer) => void) => {
    const viewer = await authenticate(request);
    meet(viewer);
    if (!route.anonymous) signedIn(viewer);
    if (viewer.kind === 'client') checkScope(route, viewer);
    const spender = { viewer, ip: origin.ip };
    budget.spend(spender, REQUEST_COST);
    const plain: Run = (variables) => operation(new RequestContext(runtime, viewer, origin), variables);
    const run = conditional ? onCondition(request, plain) : plain;
    const charge = (items: number): void => budget.charge(spender, items / ITEMS_A_COST);
    return { read: await readRequest(route, request), run, charge };
  };
  return async (request: Request, response: Response): Promise<void> => {
    const origin = originOf(request);
    let viewer: Viewer = anonymous;
    const accepted = accept(request, origin, (met) => (viewer = met));
    try {
      if ('list' in route) {
        const { read, run, charge } = await runtime.inTime(accepted);
        const onePage: Run = (variables) => runtime.inTime(run(variables));
        return await sendList(request, response, route, read, onePage, charge);
      }
      const work = accepted.then(async ({ read, run }) => ({ read, data: await run(route.variables(read)) }));
      const { read, data } = await runtime.inTime(work);
      const answer = route.answer(data, read);
      if (answer === undefined) return void response.writeHead(route.status).end();
      const json = JSON.stringify(answer);
      if (route.version && isNotModified(request, response, etagOf(route.version(data), json))) return;
      sendJson(response, route.status, json);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'forbidden')
        noteRefusal(origin, viewer, route.operationId, error.code);
      fail(response, error, route, origin, runtime);
    }
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
  const told = errorForCaller(error, runtime.log, { requestId, route: route.operationId });
  // A list that has begun cannot become an error. Closing the connection shows that it is incomplete.
  if (response.headersSent) return void response.destroy();
  sendError(
    response,
    told ?? kernelErrors.INTERNAL({ message: `Something went wrong (request ${requestId}).` }),
    route.scope,
    route.fields,
  );
}
