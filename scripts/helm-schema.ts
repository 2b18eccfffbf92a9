/** The schema of the Helm chart's values: its variables are those of the configuration. */
import * as z from 'zod';
import { general, sections } from '../src/ground/config/schema.ts';
import type { Section, Variable } from '../src/ground/config/variable.ts';

/** Set by the chart, from other values or for good, or without a use in a pod. */
const OF_THE_CHART = [
  'NODE_ENV',
  'PORT',
  'DATA_DIR',
  'MANAGEMENT_PORT',
  'SHUTDOWN_DELAY_SECONDS',
  'SHUTDOWN_TIMEOUT_SECONDS',
];

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const many = { type: 'array' } as const;
const anything = { type: 'object' } as const;
const texts = { type: 'object', additionalProperties: text } as const;
const whole = (minimum: number, maximum?: number) => ({ type: 'integer', minimum, maximum }) as const;
const choice = (...values: string[]) => ({ enum: values });
const group = (properties: Readonly<Record<string, unknown>>) => ({
  type: 'object',
  additionalProperties: false,
  properties,
});

/** The pattern of a text, if the check is one. */
function patternOf({ type }: Variable): string | undefined {
  const { pattern } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' });
  return pattern;
}

function propertyOf(variable: Variable): Readonly<Record<string, unknown>> {
  const { about, format, fallback, unset } = variable;
  const otherwise = typeof fallback === 'string' ? `Default: ${fallback}` : `Unset: ${(fallback ?? unset)?.text}`;
  return {
    description: `${about} Value: ${format}. ${otherwise}.`,
    // A number or a yes may stand without quotes. Patterns are for texts only.
    type: ['string', 'integer', 'boolean'],
    pattern: patternOf(variable),
  };
}

function variables(): Readonly<Record<string, unknown>> {
  const all: readonly Section[] = [general, ...Object.values(sections)];
  const open = all
    .flatMap((section) => Object.values(section.variables))
    .filter(({ name, secret }) => !secret && !OF_THE_CHART.includes(name));
  return Object.fromEntries(open.map((variable) => [variable.name, propertyOf(variable)]));
}

/** The file `values.schema.json`. Secrets are not among the variables: they are in a Secret. */
export function renderHelmSchema(): string {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Values of the chart guildhall',
    ...group({
      image: group({
        repository: { ...text, minLength: 1 },
        tag: text,
        pullPolicy: choice('Always', 'IfNotPresent', 'Never'),
      }),
      imagePullSecrets: many,
      config: { ...group(variables()), required: ['BASE_URL'] },
      existingSecret: {
        ...text,
        minLength: 1,
        description: 'The Secret with DATABASE_URL, SECRET_KEY and other secrets.',
      },
      replicas: whole(1),
      autoscaling: group({
        enabled: flag,
        minReplicas: whole(1),
        maxReplicas: whole(1),
        targetCPUUtilizationPercentage: whole(1, 100),
      }),
      podDisruptionBudget: group({ enabled: flag, maxUnavailable: { type: ['integer', 'string'] } }),
      resources: anything,
      service: group({ type: choice('ClusterIP', 'NodePort', 'LoadBalancer'), port: whole(1, 65_535) }),
      ingress: group({ enabled: flag, className: text, annotations: texts, host: text, tlsSecret: text }),
      networkPolicy: group({ enabled: flag, from: many, metricsFrom: many, egress: many }),
      serviceMonitor: group({
        enabled: flag,
        interval: { ...text, pattern: String.raw`^\d+(ms|s|m|h)$` },
        labels: texts,
      }),
      migration: group({ enabled: flag }),
      shutdownDelaySeconds: whole(0, 300),
      shutdownTimeoutSeconds: whole(1, 300),
      serviceAccount: group({ annotations: texts }),
      podAnnotations: texts,
      podLabels: texts,
      nodeSelector: texts,
      tolerations: many,
      affinity: anything,
      // Helm adds it, for charts that contain others.
      global: anything,
    }),
    required: ['config', 'existingSecret'],
  };
  return JSON.stringify(schema, null, 2);
}
