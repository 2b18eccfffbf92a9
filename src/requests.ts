import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { acceptRequestId, requestIdOf } from './http/origin.ts';
import { methodOf, routeOf } from './http/route-template.ts';
import { traceIdOf } from './http/traceparent.ts';
import { within, type Activity } from './kernel/activity.ts';
import { stopwatch } from './kernel/clock.ts';
import type { Log } from './kernel/log.ts';

interface Options {
  /** Whether a peer at this address is one of our proxies. */
  readonly isProxy: (address: string) => boolean;
  /** Where one line is written for each request; null for none. */
  readonly log: Log | null;
}

/** Gives each request its id, by which log lines, answer and audit trail name it, and follows it to its end. */
export function followRequests({ isProxy, log }: Options, answer: RequestListener): RequestListener {
  return (request, response) => {
    // A request whose connection broke has no address.
    if (isProxy(request.socket.remoteAddress ?? '')) acceptRequestId(request);
    const activity = { requestId: requestIdOf(request), traceId: traceIdOf(request), identity: {} };
    if (log) logAtEnd(log, activity, request, response);
    within(activity, () => answer(request, response));
  };
}

function logAtEnd(log: Log, activity: Activity, request: IncomingMessage, response: ServerResponse): void {
  const passed = stopwatch();
  response.once('close', () => {
    const line = {
      method: methodOf(request),
      route: routeOf(request),
      status: response.statusCode,
      seconds: Number(passed().toFixed(6)),
      // The caller has left before the end of the answer.
      ...(!response.writableFinished && { isAborted: true }),
    };
    within(activity, () => log.info(line, 'request'));
  });
}
