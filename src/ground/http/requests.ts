import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { within, type Activity, type FollowedRequest } from '../kernel/activity.ts';
import { stopwatch } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Span, Tracer } from '../kernel/tracing.ts';
import { acceptRequestId, requestIdOf } from './origin.ts';
import { methodOf, routeOf } from './route-template.ts';
import { traceIdOf } from './traceparent.ts';

interface Options {
  /** Whether a peer at this address is one of our proxies. */
  readonly isProxy: (address: string) => boolean;
  /** Where one line is written for each request; null for none. */
  readonly log: Log | null;
  readonly tracer: Tracer | undefined;
}

/** Gives each request its id, by which log lines, answer and audit trail name it, and follows it to its end. */
export function followRequests({ isProxy, log, tracer }: Options, answer: RequestListener): RequestListener {
  return (request, response) => {
    // A request whose connection broke has no address.
    if (isProxy(request.socket.remoteAddress ?? '')) acceptRequestId(request);
    const span = tracer && spanOf(tracer, request);
    const followed = { requestId: requestIdOf(request), traceId: traceIdOf(request), identity: {} };
    const activity = { request: followed, span };
    if (log) logAtEnd(log, activity, request, response);
    if (span) response.once('close', () => endSpan(span, followed, request, response));
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

function spanOf(tracer: Tracer, request: IncomingMessage): Span {
  const method = methodOf(request);
  return tracer.begin('server', method, { 'http.request.method': method }, request.headers);
}

// The path and the query hold ids and codes, so the span has the template of the route.
function endSpan(
  span: Span,
  { requestId, identity }: FollowedRequest,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { statusCode: status } = response;
  const route = routeOf(request);
  const attributes = {
    'http.route': route || undefined,
    'http.response.status_code': status,
    'guildhall.request.id': requestId,
    'guildhall.customer.id': identity.customerId ?? undefined,
    'guildhall.client.id': identity.clientId ?? undefined,
  };
  span.describe(attributes, `${methodOf(request)} ${route}`.trim());
  if (!response.writableFinished) return span.end('aborted');
  span.end(status >= 500 ? String(status) : undefined);
}
