import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { Attributes, Span, SpanKind as Kind, Tracer } from '../kernel/tracing.ts';

const KINDS: Readonly<Record<Kind, SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};

const w3c = new W3CTraceContextPropagator();

/** A tracer of ours on one of OpenTelemetry. */
export function tracerOn(tracer: OtelTracer): Tracer {
  const start = (parent: Context, kind: Kind, name: string, attributes: Attributes): Span => {
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, parent);
    const inside = trace.setSpan(parent, span);
    return {
      traceId: span.spanContext().traceId,
      child: (...part) => start(inside, ...part),
      describe: (more, called) => describe(span, more, called),
      end: (error) => end(span, error),
      headers: () => {
        const headers: Record<string, string> = {};
        w3c.inject(inside, headers, defaultTextMapSetter);
        return headers;
      },
    };
  };
  return {
    begin: (kind, name, attributes, headers) =>
      start(w3c.extract(ROOT_CONTEXT, headers ?? {}, defaultTextMapGetter), kind, name, attributes),
  };
}

function describe(span: OtelSpan, attributes: Attributes, name: string | undefined): void {
  span.setAttributes({ ...attributes });
  if (name !== undefined) span.updateName(name);
}

// The messages of errors may quote what callers wrote, so a span has only their type.
function end(span: OtelSpan, error: unknown): void {
  if (error !== undefined) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', typeOf(error));
  }
  span.end();
}

function typeOf(error: unknown): string {
  if (typeof error === 'string') return error;
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : '_OTHER';
}
