import type { Request, Response } from 'express';
import { AppError, type ErrorKind } from '../kernel/errors.ts';
import { toldError } from '../kernel/fault.ts';
import { requestIdOf } from '../kernel/origin.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { Site } from '../kernel/site.ts';
import { renderErrorPage, type Problem } from '../views/index.ts';
import { sendPage } from './send.ts';

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

const byCode: Readonly<Record<string, Shown>> = {
  FLOW_EXPIRED: { status: 400, problem: 'expired' },
  FLOW_FOREIGN: { status: 400, problem: 'other_browser' },
  NO_APPLICATION: { status: 400, problem: 'no_application' },
  FOR_PROGRAMS: { status: 406, problem: 'for_programs' },
  FORM_FOREIGN: { status: 403, problem: 'other_browser' },
};

/** Answers any error with a page; what is not meant for the visitor goes to the log, under the request id it shows. */
export const errorPage =
  (runtime: Runtime) =>
  (error: unknown, request: Request, response: Response): void => {
    const requestId = requestIdOf(request);
    const known =
      toldError(error, runtime.log, { requestId }) ?? new AppError('internal', 'INTERNAL', 'Internal error.');
    if (response.headersSent) return void response.destroy();
    const { status, problem } = byCode[known.code] ?? BY_KIND[known.kind];
    const detail = problem === 'bad_request' || problem === 'not_found' ? known.message : null;
    const accountHref =
      problem === 'not_found' || problem === 'for_programs' ? runtime.get(Site).path('/account') : null;
    sendPage(response, renderErrorPage({ problem, detail, requestId, accountHref }), {
      status,
      retryAfter: known.retryAfter,
    });
  };
