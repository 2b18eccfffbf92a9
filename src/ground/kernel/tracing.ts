/** What a span says about its work. Never secrets, personal data or what callers wrote. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** `server`: a request that was received. `client`: one that is sent. `internal`: work of this process. */
export type SpanKind = 'server' | 'client' | 'internal';

/** One piece of work of a trace. */
export interface Span {
  readonly traceId: string;
  /** Begins a part of the work. */
  child(kind: SpanKind, name: string, attributes: Attributes): Span;
  /** Adds what is known by now. */
  describe(attributes: Attributes, name?: string): void;
  /** Ends the work. An `error` makes it a failure; a string is the type of the error. */
  end(error?: unknown): void;
  /** The headers that continue the trace at another server (W3C Trace Context). */
  headers(): Readonly<Record<string, string>>;
}

/** Begins traces, or continues those of callers. */
export interface Tracer {
  begin(kind: SpanKind, name: string, attributes: Attributes, headers?: Readonly<Record<string, unknown>>): Span;
}

/** Where spans are sent to. Without a tracer, nothing is traced. */
export class Tracing {
  tracer: Tracer | undefined;
}
