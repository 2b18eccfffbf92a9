import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../kernel/errors.ts';
import { JSON_TYPE, readBody } from '../kernel/form.ts';

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

/** Answers a body that cannot be read, in GraphQL's own shape. */
export function refuseBody(response: ServerResponse, { code, message }: AppError): void {
  const body = JSON.stringify({ errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] });
  response.writeHead(code === 'BODY_TOO_LARGE' ? 413 : 400, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
