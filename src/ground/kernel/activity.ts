import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span, SpanKind, Tracing } from './tracing.ts';

/** Whom a request is for, as far as the server knows by now. */
export interface Identity {
  readonly customerId?: string | null | undefined;
  readonly clientId?: string | null | undefined;
  readonly userId?: string | null | undefined;
}

/** A request that is being answered, with the ids that every log line about it has. */
export interface FollowedRequest {
  readonly requestId: string;
  /** The trace that the request belongs to (W3C Trace Context), if anybody traces it. */
  readonly traceId: string | undefined;
  identity: Identity;
}

/** What is being done: for which request, if for one, and in which span, if it is traced. */
export interface Activity {
  readonly request?: FollowedRequest | undefined;
  readonly span?: Span | undefined;
}

const current = new AsyncLocalStorage<Activity | undefined>();

/** Does the work as part of this activity. */
export const within = <Result>(activity: Activity, work: () => Result): Result => current.run(activity, work);

/** Does work that a request has caused and that is not part of it, such as the rest of a loop that was woken. */
export const apart = <Result>(work: () => Result): Result => current.run(undefined, work);

/** The span that work done now is a part of. */
export const currentSpan = (): Span | undefined => current.getStore()?.span;

/** Does the work in a span of its own, if it is part of a trace. */
export function traced<Result>(
  kind: SpanKind,
  name: string,
  attributes: Attributes,
  work: (span?: Span) => Promise<Result>,
): Promise<Result> {
  const activity = current.getStore();
  const span = activity?.span?.child(kind, name, attributes);
  return span ? inSpan({ request: activity!.request, span }, span, work) : work();
}

/** Does work in the background, in a trace of its own. */
export function tracedApart<Result>(
  { tracer }: Tracing,
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = tracer?.begin('internal', name, attributes);
  return span ? inSpan({ span }, span, work) : work();
}

async function inSpan<Result>(activity: Activity, span: Span, work: (span: Span) => Promise<Result>): Promise<Result> {
  try {
    const result = await current.run(activity, () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** Notes whom the current request is for. Parts that are not given stay as they were. */
export function identify({ customerId, clientId, userId }: Identity): void {
  const request = current.getStore()?.request;
  if (!request) return;
  const known = request.identity;
  request.identity = {
    customerId: customerId ?? known.customerId,
    clientId: clientId ?? known.clientId,
    userId: userId ?? known.userId,
  };
}

/** The ids of the current request and its trace; empty outside of both. */
export function idsOfActivity(): object {
  const { request, span } = current.getStore() ?? {};
  const traceId = span?.traceId ?? request?.traceId;
  const { customerId, clientId, userId } = request?.identity ?? {};
  return {
    ...(request && { requestId: request.requestId }),
    ...(traceId !== undefined && { traceId }),
    ...(customerId != null && { customerId }),
    ...(clientId != null && { clientId }),
    ...(userId != null && { userId }),
  };
}
