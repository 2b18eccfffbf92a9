import type { IncomingMessage } from 'node:http';
import type * as z from 'zod';
import type { Broken } from '../../ground/faults/index.ts';
import { httpErrors } from '../../ground/http/errors.ts';
import { JSON_TYPE, readBody, readParameters } from '../../ground/http/form.ts';
import { parseJson } from '../../ground/http/json.ts';
import { kernelErrors } from '../../ground/kernel/errors.ts';
import { together } from '../../ground/kernel/input.ts';
import { ruleOf } from '../../ground/kernel/schema-rule.ts';
import { documentedFaults } from './documented-rules.ts';
import type { AnyRoute } from './route.ts';

const BODY_BYTES = 1024 * 1024;

/** The body, validated with the route's schema. Throws `invalid` with the name of the field. */
export async function readJson<Body>(request: IncomingMessage, schema: z.ZodType<Body>): Promise<Body> {
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) throw httpErrors.NOT_JSON();
  return checked(schema, parseJson(await readBody(request, BODY_BYTES)), 'body');
}

/** The query, validated with the route's schema. Paths without a schema ignore the query. */
export function readQuery(route: AnyRoute, request: { readonly url: string }): unknown {
  if (!route.query) return undefined;
  const start = request.url.indexOf('?');
  const parameters = readParameters(new URLSearchParams(start === -1 ? '' : request.url.slice(start)));
  return checked(route.query, Object.fromEntries(parameters), 'query');
}

function checked<T>(schema: z.ZodType<T>, value: unknown, whole: string): T {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const { issues } = result.error;
  const wrong = new Set(issues.map(({ path: [field] }) => field));
  const found: [field: string, rule: Broken][] = [
    ...issues.map((issue): [string, Broken] => [issue.path.join('.') || whole, ruleOf(issue)]),
    ...documentedFaults(schema, value, (field) => !wrong.has(field)),
  ];
  throw together(found.map(([field, rule]) => kernelErrors.INVALID_INPUT({ field, broken: rule })))!;
}
