import { AsyncLocalStorage } from 'node:async_hooks';

/** Whom a request is for, as far as the server knows by now. */
export interface Identity {
  readonly customerId?: string | null | undefined;
  readonly clientId?: string | null | undefined;
  readonly userId?: string | null | undefined;
}

/** A request that is being answered, with the ids that every log line about it has. */
export interface Activity {
  readonly requestId: string;
  /** The trace that the request belongs to (W3C Trace Context), if anybody traces it. */
  readonly traceId: string | undefined;
  identity: Identity;
}

const current = new AsyncLocalStorage<Activity | undefined>();

/** Does the work as part of this request. */
export const within = <Result>(activity: Activity, work: () => Result): Result => current.run(activity, work);

/** Does work that a request has caused and that is not part of it, such as the rest of a loop that was woken. */
export const apart = <Result>(work: () => Result): Result => current.run(undefined, work);

/** Notes whom the current request is for. What is not named stays as it was. */
export function identify({ customerId, clientId, userId }: Identity): void {
  const activity = current.getStore();
  if (!activity) return;
  const known = activity.identity;
  activity.identity = {
    customerId: customerId ?? known.customerId,
    clientId: clientId ?? known.clientId,
    userId: userId ?? known.userId,
  };
}

/** The ids of the current request; empty outside of requests. */
export function idsOfActivity(): object {
  const activity = current.getStore();
  if (!activity) return {};
  const { requestId, traceId, identity } = activity;
  const { customerId, clientId, userId } = identity;
  return {
    requestId,
    ...(traceId !== undefined && { traceId }),
    ...(customerId != null && { customerId }),
    ...(clientId != null && { clientId }),
    ...(userId != null && { userId }),
  };
}
