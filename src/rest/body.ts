import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { AppError, invalid } from '../kernel/errors.ts';
import { JSON_TYPE, readBody, readParameters } from '../kernel/form.ts';
import { PAGE_MAX } from '../kernel/pagination.ts';
import { wholeNumber } from './fields.ts';
import type { AnyRoute } from './route.ts';

const BODY_BYTES = 1024 * 1024;

/** What lists take beyond the documented interface. */
export const partQuery = z.object({
  limit: wholeNumber
    .refine((number) => number <= PAGE_MAX, { error: `must be at most ${PAGE_MAX}.` })
    .optional()
    .meta({
      description: `From 1 to ${PAGE_MAX}; the answer then holds so many items at most, and \`next_cursor\`.`,
      type: 'integer',
    }),
  cursor: z.string().optional().meta({ description: 'The `next_cursor` of the part before.' }),
});
export type PartQuery = z.infer<typeof partQuery>;

/** The body as the route's schema describes it; `invalid`, naming the field, when it is anything else. */
export async function readJson<Body>(request: IncomingMessage, schema: z.ZodType<Body>): Promise<Body> {
  if (!JSON_TYPE.test(request.headers['content-type'] ?? ''))
    throw new AppError('invalid', 'NOT_JSON', 'The content type must be application/json.');
  const text = await readBody(request, BODY_BYTES);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid', 'BROKEN_JSON', 'The body is not JSON.', { cause });
  }
  return checked(schema, value, 'The body');
}

/** The query as the route's schema describes it; paths without one ignore theirs. */
export function readQuery(route: AnyRoute, request: { readonly url: string }): unknown {
  const schema = 'list' in route && route.list.partial ? partQuery : route.query;
  if (!schema) return undefined;
  const start = request.url.indexOf('?');
  const parameters = readParameters(new URLSearchParams(start === -1 ? '' : request.url.slice(start)));
  return checked(schema, Object.fromEntries(parameters), 'The query');
}

function checked<T>(schema: z.ZodType<T>, value: unknown, whole: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue!.path.join('.');
  throw invalid(field || 'body', `${field || whole}: ${issue!.message}`);
}
