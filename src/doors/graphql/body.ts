import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppError } from '../../ground/kernel/errors.ts';
import { inSchemeOf } from '../../ground/http/challenge.ts';
import { withResourceMetadata } from '../../ground/http/protected-resource.ts';
import { JSON_TYPE, readBody } from '../../ground/http/form.ts';
import { parseJson } from '../../ground/http/json.ts';
import type { Settings } from '../../ground/kernel/runtime.ts';
import { headersOf, statusOf } from './error-format.ts';
import { extensionsOf } from './errors.ts';

const BODY_BYTES = 1024 * 1024;

/** A request's body as JSON. Undefined if there is none, or if it is of another type, which Apollo refuses. */
export async function readGraphqlBody(request: IncomingMessage): Promise<unknown> {
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) return undefined;
  const text = await readBody(request, BODY_BYTES);
  return text === '' ? undefined : parseJson(text);
}

/** Answers with an error only, in the format of GraphQL. */
export function refuseRequest(response: ServerResponse, error: AppError, settings: Settings): void {
  const body = JSON.stringify({ errors: [{ message: error.message, extensions: extensionsOf(error, settings) }] });
  const challenge = inSchemeOf(response.req, Object.fromEntries(headersOf(error)));
  response.writeHead(statusOf(error), {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    ...withResourceMetadata(settings, response.req, statusOf(error), challenge),
  });
  response.end(body);
}
