import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import manifest from '../../../package.json' with { type: 'json' };
import type { Config } from '../config/load.ts';
import type { Log } from '../kernel/log.ts';
import type { Tracer } from '../kernel/tracing.ts';
import { tracerOn } from './span.ts';

/** Traces that are sent to a collector. */
export interface Traces {
  readonly tracer: Tracer;
  /** Sends what is left. The caller limits how long that may take. */
  close(): Promise<void>;
}

/** How long one request to the collector may take, repetitions included. */
const EXPORT_MS = 10_000;
const DELAY_MS = 2_000;
/** How many spans wait at most. If the collector cannot be reached, later ones are dropped. */
const WAITING_MAX = 4_096;

/** Sends the spans of this process to the collector, in batches and beside the requests. */
export function sendTraces(given: Config['tracing'] & { readonly endpoint: string }, log: Log): Traces {
  const { endpoint, headers, serviceName, resourceAttributes } = given;
  const url = `${endpoint}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS, ...(headers && { headers }) });
  const provider = new TracerProvider({
    // The default names the SDK.
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.version': manifest.version,
        ...resourceAttributes,
        'service.name': serviceName,
      }),
    ),
    sampler: samplerOf(given),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: tellingOfFailures(exporter, log),
        scheduledDelayMillis: DELAY_MS,
        exportTimeoutMillis: EXPORT_MS,
        maxQueueSize: WAITING_MAX,
      }),
    ],
  });
  return { tracer: tracerOn(provider.getTracer('guildhall')), close: () => provider.shutdown() };
}

function samplerOf({ sampler, samplerShare }: Config['tracing']): Sampler {
  const [, isParentBased, decision] = /^(parentbased_)?(.*)$/.exec(sampler)!;
  const own = ownSampler(decision!, samplerShare);
  return isParentBased ? new ParentBasedSampler({ root: own }) : own;
}

function ownSampler(decision: string, share: number): Sampler {
  if (decision === 'always_off') return new AlwaysOffSampler();
  return decision === 'traceidratio' ? new TraceIdRatioBasedSampler(share) : new AlwaysOnSampler();
}

/** Logs when spans begin to be lost, and when they arrive again. */
function tellingOfFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let isFailing = false;
  const told = ({ code, error }: ExportResult): void => {
    const failed = code !== ExportResultCode.SUCCESS;
    if (failed && !isFailing) log.warn({ err: error }, 'traces are lost: they cannot be sent to the collector');
    if (!failed && isFailing) log.info('traces are sent to the collector again');
    isFailing = failed;
  };
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        told(result);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
