import type { IncomingMessage } from 'node:http';

// W3C Trace Context §3.2.2: version, trace id, parent id and flags. Later versions may add more.
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:$|-)/;

/** The id of the trace that the caller of a request says it belongs to. */
export function traceIdOf({ headers: { traceparent } }: IncomingMessage): string | undefined {
  return typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
}
