/**
 * The door of decisions, by the AuthZEN Authorization API 1.0: a program asks who may do what, and searches for subjects,
 * resources and actions. `server/late-routes.ts` mounts it. What is allowed decides `modules/access`, as for tokens. Callers
 * are service accounts with the scope `authz`, and ask about their own customer alone.
 */
import type { Request, Response } from 'express';
import { sendAnswer, sendJson } from '../../ground/http/answer.ts';
import { Budget } from '../../ground/http/budget.ts';
import { inSchemeOf } from '../../ground/http/challenge.ts';
import { errorAnswer } from '../../ground/http/error-answer.ts';
import { httpErrors } from '../../ground/http/errors.ts';
import { JSON_TYPE, readBody } from '../../ground/http/form.ts';
import { parseJson } from '../../ground/http/json.ts';
import type { Mounts } from '../../ground/http/mounts.ts';
import { originOf } from '../../ground/http/origin.ts';
import { Site } from '../../ground/http/site.ts';
import {
  anonymous,
  AUTHZ,
  requireDocument,
  signedIn,
  type Authenticate,
  type Viewer,
} from '../../ground/kernel/access.ts';
import type { Refused } from '../../ground/kernel/context.ts';
import { AppError, fault, kernelErrors } from '../../ground/kernel/errors.ts';
import { errorForCaller } from '../../ground/kernel/fault.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { isObject, type Json } from './body.ts';
import { evaluate, evaluateAll, questionsOf } from './evaluate.ts';
import { metadata, PATHS } from './paths.ts';
import { actions, resources, subjects, type Results } from './search.ts';

interface Parts {
  readonly runtime: Runtime;
  readonly authenticate: Authenticate;
  readonly noteRefusal: Refused;
}

/** What a request is answered with, and what it costs beyond the request itself. */
interface Answer {
  readonly body: object;
  readonly items: number;
}

type Work = (runtime: Runtime, customerId: string, body: Json) => Promise<Answer>;

const BODY_BYTES = 256 * 1024;
/** The cost of a request, and the number of questions or results that cost the same. */
const REQUEST_COST = 1;
const ITEMS_A_COST = 10;
const CACHE = { 'cache-control': 'public, max-age=300', 'content-type': 'application/json; charset=utf-8' };

const evaluation: Work = async (...asked) => ({ body: await evaluate(...asked), items: 0 });

const evaluations: Work = async (runtime, customerId, body) => {
  const questions = questionsOf(body);
  if (!questions) return evaluation(runtime, customerId, body);
  return { body: await evaluateAll(runtime, customerId, body, questions), items: questions.length };
};

const search =
  (find: (...asked: Parameters<Work>) => Promise<Results>): Work =>
  async (...asked) => {
    const body = await find(...asked);
    return { body, items: body.results.length };
  };

/** Mounts the decision point, and its metadata at the root of the host (§9.2). */
export function mountAuthzen({ app, router }: Mounts, parts: Parts): void {
  const { issuer, prefix } = parts.runtime.get(Site);
  const described = JSON.stringify(metadata(issuer));
  const describe = (_request: Request, response: Response): void =>
    sendAnswer(response, { status: 200, headers: CACHE, body: described });
  router.get(PATHS.configuration, describe);
  if (prefix) app.get(PATHS.configuration + prefix, describe);
  router.post(PATHS.evaluation, endpoint(parts, 'evaluate', evaluation));
  router.post(PATHS.evaluations, endpoint(parts, 'evaluateAll', evaluations));
  router.post(PATHS.subjects, endpoint(parts, 'searchSubjects', search(subjects)));
  router.post(PATHS.resources, endpoint(parts, 'searchResources', search(resources)));
  router.post(PATHS.actions, endpoint(parts, 'searchActions', search(actions)));
}

const endpoint =
  ({ runtime, authenticate, noteRefusal }: Parts, route: string, work: Work) =>
  async (request: Request, response: Response): Promise<void> => {
    let viewer: Viewer = anonymous;
    // §10.1.3: the caller's id comes back as it is.
    const requestId = request.headers['x-request-id'];
    if (typeof requestId === 'string' && requestId !== '') response.setHeader('x-request-id', requestId);
    try {
      const json = await runtime.begin(async () => {
        viewer = signedIn(await authenticate(request));
        const customerId = askerOf(viewer);
        const spender = { viewer, ip: originOf(request).ip };
        runtime.get(Budget).spend(spender, REQUEST_COST);
        const { body, items } = await work(runtime, customerId, await readObject(request));
        runtime.get(Budget).charge(spender, items / ITEMS_A_COST);
        return JSON.stringify(body);
      });
      sendJson(response, 200, json);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'forbidden')
        noteRefusal(originOf(request), viewer, route, error.code);
      refuse(runtime, request, response, error, route);
    }
  };

/** The customer about which the caller may ask. */
function askerOf(viewer: Viewer): string {
  requireDocument(viewer, null);
  if (viewer.kind !== 'client' || !viewer.scopes.has(AUTHZ))
    throw kernelErrors.INSUFFICIENT_SCOPE({ message: `This needs the scope ${AUTHZ} of a service account.` });
  return viewer.customerId;
}

async function readObject(request: Request): Promise<Json> {
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) throw httpErrors.NOT_JSON();
  const body = parseJson(await readBody(request, BODY_BYTES));
  if (!isObject(body)) throw fault('body', 'object');
  return body;
}

/** Answers with an error (§10.1.2): its sentence is the body. */
function refuse(runtime: Runtime, request: Request, response: Response, error: unknown, route: string): void {
  const { requestId } = originOf(request);
  const told =
    errorForCaller(error, runtime, { requestId, route }) ??
    kernelErrors.INTERNAL({ message: `Something went wrong (request ${requestId}).` });
  const { status, headers } = errorAnswer(runtime, told);
  const sentence = told.faults.map(({ message }) => message).join(' ') || told.message;
  sendAnswer(response, {
    status,
    headers: inSchemeOf(request, { ...headers, 'content-type': 'text/plain; charset=utf-8' }),
    body: sentence,
  });
}
