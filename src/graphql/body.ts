import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../kernel/errors.ts';
import { JSON_TYPE, readBody } from '../kernel/form.ts';
import { extensionsOf, UNAVAILABLE, waiting } from './errors.ts';

const BODY_BYTES = 1024 * 1024;

/** A request's body as JSON; undefined where there is none, or of another kind, which Apollo refuses in its own words. */
export async function readGraphqlBody(request: IncomingMessage): Promise<unknown> {
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) return undefined;
  const text = await readBody(request, BODY_BYTES);
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid', 'BROKEN_JSON', 'The body is not JSON.', { cause });
  }
}

/** Answers a request whose body cannot be read, or that took too long, in GraphQL's own shape. */
export function refuseRequest(response: ServerResponse, error: AppError): void {
  const isLate = error.kind === 'unavailable';
  const extensions = isLate ? extensionsOf(error) : { code: 'BAD_REQUEST' };
  const body = JSON.stringify({ errors: [{ message: error.message, extensions }] });
  response.writeHead(isLate ? UNAVAILABLE : error.code === 'BODY_TOO_LARGE' ? 413 : 400, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    ...Object.fromEntries(waiting(error)),
  });
  response.end(body);
}
