import type { Request, Response } from 'express';
import { kernelErrors, type ErrorCode, type ErrorKind } from '../../../ground/kernel/errors.ts';
import { errorForCaller } from '../../../ground/kernel/fault.ts';
import { requestIdOf } from '../../../ground/http/origin.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { Site } from '../../../ground/http/site.ts';
import type { Interactions } from '../../oauth/endpoints/authorize/index.ts';
import { renderErrorPage, type ErrorPageContext, type Problem } from '../../../views/index.ts';
import { customerOfRequest } from '../parts/known-customer.ts';
import { readerOf } from '../parts/reader.ts';
import { sendPage } from '../parts/send.ts';

interface Shown {
  readonly status: number;
  readonly problem: Problem;
}

/** The status and page of each kind of failure. */
export const BY_KIND = {
  invalid: { status: 400, problem: 'bad_request' },
  unauthenticated: { status: 401, problem: 'forbidden' },
  forbidden: { status: 403, problem: 'forbidden' },
  not_found: { status: 404, problem: 'not_found' },
  conflict: { status: 409, problem: 'bad_request' },
  rate_limited: { status: 429, problem: 'too_many' },
  unavailable: { status: 503, problem: 'unavailable' },
  internal: { status: 500, problem: 'internal' },
} as const satisfies Record<ErrorKind, Shown>;

const byCode: Readonly<Partial<Record<ErrorCode, Shown>>> = {
  FLOW_EXPIRED: { status: 400, problem: 'expired' },
  FLOW_FOREIGN: { status: 400, problem: 'other_browser' },
  LOGIN_REQUIRED: { status: 400, problem: 'no_silent_sign_in' },
  ACCESS_DENIED: { status: 403, problem: 'not_admitted' },
  BAD_LOGOUT_REQUEST: { status: 400, problem: 'bad_logout' },
  FOR_PROGRAMS: { status: 406, problem: 'for_programs' },
  MAIL_NOT_CONFIGURED: { status: 503, problem: 'no_mail' },
  FORM_AT_OTHER_HOST: { status: 403, problem: 'other_host' },
  FORM_FOREIGN: { status: 403, problem: 'other_browser' },
};

/** Problems whose details are shown, because they are about the address that was opened. */
const TOLD: ReadonlySet<Problem> = new Set([
  'bad_request',
  'no_silent_sign_in',
  'not_admitted',
  'bad_logout',
  'other_host',
  'not_found',
]);

/** The link on the page: a way on, or back. */
function nextFrom(problem: Problem, site: Site): ErrorPageContext['next'] {
  if (problem === 'bad_logout') return { to: 'sign_out', href: site.path('/logout') };
  if (problem === 'not_found' || problem === 'for_programs') return { to: 'account', href: site.path('/account') };
  if (problem === 'other_host') return { to: 'sign_in', href: `${site.issuer}/login` };
  // The sign-in begins again. An application would have to begin it, but this page does not know which one it was.
  if (problem === 'expired' || problem === 'other_browser') return { to: 'sign_in', href: site.path('/login') };
  return { to: 'start', href: site.path('/') };
}

/**
 * Answers any error with a page, in the look of the customer if it is known. Details that are not public go to the log,
 * under the request id on the page.
 */
export const errorPage =
  (runtime: Runtime, interactions: Interactions) =>
  (error: unknown, request: Request, response: Response, posted?: ReadonlyMap<string, string>): void => {
    const requestId = requestIdOf(request);
    const known =
      errorForCaller(error, runtime, { requestId }) ?? kernelErrors.INTERNAL({ message: 'Internal error.' });
    if (response.headersSent) return void response.destroy();
    const { status, problem } = byCode[known.code] ?? BY_KIND[known.kind];
    const detail = TOLD.has(problem) ? known.message : null;
    const next = nextFrom(problem, runtime.get(Site));
    const isOurs = problem === 'internal' || problem === 'unavailable';
    const customer = isOurs ? Promise.resolve(null) : customerOfRequest(runtime, interactions, request, posted);
    const reader = customer.then((id) => readerOf(runtime, response, [], id)).catch(() => readerOf(runtime, response));
    void reader
      .then((shown) =>
        sendPage(response, renderErrorPage({ ...shown, problem, detail, requestId, next }), {
          status,
          retryAfter: known.retryAfter,
        }),
      )
      .catch((failure: unknown) => {
        runtime.log.error({ err: failure, requestId }, 'the error page failed');
        if (response.headersSent) response.destroy();
        else response.status(status).type('text/plain').send(`The request failed. Its id is ${requestId}.\n`);
      });
  };
