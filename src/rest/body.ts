import type { IncomingMessage } from 'node:http';
import type * as z from 'zod';
import { toDotPath } from 'zod/v4/core';
import { httpErrors } from '../http/errors.ts';
import { JSON_TYPE, readBody, readParameters } from '../http/form.ts';
import { parseJson } from '../http/json.ts';
import { invalid } from '../kernel/errors.ts';
import { together } from '../kernel/input.ts';
import { faultText } from './fault-text.ts';
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
  const result = schema.safeParse(value, { error: faultText });
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message }) => {
    const named = toDotPath(path) || `The ${whole}`;
    return invalid(path.join('.') || whole, `${named} ${message}`);
  });
  throw together(errors)!;
}
