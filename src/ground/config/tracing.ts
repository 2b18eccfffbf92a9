import * as format from './format.ts';
import { optional, type Section, variable } from './variable.ts';

/** Where traces are sent, by the names that OpenTelemetry gives these variables. */
export const tracing = {
  title: 'Traces',
  variables: {
    endpoint: optional('OTEL_EXPORTER_OTLP_ENDPOINT', format.serviceUrl, {
      about:
        'The collector that traces are sent to, by OTLP over HTTP with protobuf, at `/v1/traces` below the address.',
      format: 'an http or https URL without user, query or fragment, such as http://localhost:4318',
      unset: { text: 'nothing is traced', generated: () => false },
    }),
    headers: optional('OTEL_EXPORTER_OTLP_HEADERS', format.namedValues, {
      about: 'Headers of the requests to the collector, such as its API key.',
      format: 'name=value pairs, separated by commas, the values percent-encoded',
      secret: true,
      unset: { text: 'no headers', generated: () => false },
    }),
    serviceName: variable('OTEL_SERVICE_NAME', format.text(200), {
      about: 'The name of the service in traces.',
      format: 'text of at most 200 characters',
      fallback: 'guildhall',
    }),
    resourceAttributes: optional('OTEL_RESOURCE_ATTRIBUTES', format.namedValues, {
      about: 'What traces say about this server, such as `deployment.environment.name=production`.',
      format: 'name=value pairs, separated by commas, the values percent-encoded',
      unset: { text: 'the name and the version of the service', generated: () => false },
    }),
    sampler: variable(
      'OTEL_TRACES_SAMPLER',
      format.oneOf(
        'always_on',
        'always_off',
        'traceidratio',
        'parentbased_always_on',
        'parentbased_always_off',
        'parentbased_traceidratio',
      ),
      {
        about:
          'Which requests are traced. With `parentbased_`, the caller decides about requests that are part of a trace.',
        format:
          'always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off or parentbased_traceidratio',
        fallback: 'parentbased_always_on',
      },
    ),
    samplerShare: variable('OTEL_TRACES_SAMPLER_ARG', format.share, {
      about: 'The share of requests that `traceidratio` traces.',
      format: 'a number from 0 to 1',
      fallback: '1',
    }),
  },
} satisfies Section;
