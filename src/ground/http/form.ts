import type { IncomingMessage } from 'node:http';
import { broken } from '../faults/index.ts';
import { fault } from '../kernel/errors.ts';
import { httpErrors } from './errors.ts';

/** The content types of JSON. */
export const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(;|$)/i;

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The whole body as text. Throws `invalid` if it is larger than `limit` bytes, is not UTF-8, or ends too early. */
export async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  const bytes = await readBytes(request, limit);
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw httpErrors.BODY_NOT_UTF8({ cause });
  }
}

// A loop over the stream would make an iterator, and a promise for each step.
async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  // The caller is gone, and the server made no mistake.
  const aborted = (cause?: Error): void => reject(httpErrors.BODY_ABORTED({ cause }));
  if (request.destroyed) aborted();
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    // The rest of the body comes before the next request on the connection. It is read and discarded.
    else reject(httpErrors.BODY_TOO_LARGE({ message: `The body is larger than ${limit} bytes.` }));
  });
  request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
  request.on('error', aborted);
  request.on('close', () => void (request.readableEnded || aborted()));
  return promise;
}

/** The query of a request's address as it was sent, without the first question mark. */
export function queryOf({ url = '' }: IncomingMessage): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

/** The parameters of a request's address. */
export const parametersOf = (request: IncomingMessage): URLSearchParams => new URLSearchParams(queryOf(request));

/** A form body as it was sent, fields given twice included; another content type is refused. */
export async function readFormText(request: IncomingMessage, limit = 64 * 1024): Promise<string> {
  if (!FORM.test(request.headers['content-type'] ?? '')) throw httpErrors.NOT_A_FORM();
  return readBody(request, limit);
}

/** A form body's fields; a field given twice, a NUL byte or another content type is refused. */
export async function readForm(request: IncomingMessage, limit?: number): Promise<ReadonlyMap<string, string>> {
  return readParameters(new URLSearchParams(await readFormText(request, limit)));
}

/** Query or form parameters, each at most once (RFC 6749 §3.1, §3.2). */
export function readParameters(parameters: URLSearchParams): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (fields.has(name)) throw httpErrors.DUPLICATE_PARAMETER({ field: name, broken: broken('repeated_parameter') });
    if (value.includes('\0') || name.includes('\0')) throw fault(name, 'nul');
    fields.set(name, value);
  }
  return fields;
}
