import type { Request } from 'express';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { isOriginOf, isOriginOfAny } from '../../modules/clients/index.ts';
import { endpoint, type Handler } from './endpoint.ts';

/** Which web pages may read an endpoint's answers: all pages, or pages at the origins of clients. */
export type Readers = 'everybody' | 'clients';

// RFC 6454 §6.2. Pages without an origin send `null`, which cannot be registered.
const ORIGIN = /^https?:\/\/[\w.:[\]-]{1,300}$/;

const MAX_AGE = { 'access-control-max-age': '3600' };

/**
 * The headers that pages may send. Protocols of applications have more (`MCP-Protocol-Version`), and a document that everybody may
 * read has no use for any. A star does not mean `Authorization`, which only registrations need (Fetch standard, CORS protocol).
 */
const headersFor = (readers: Readers, methods: readonly string[]): string => {
  if (readers === 'clients') return 'authorization, content-type, dpop';
  return methods.every((method) => method === 'GET' || method === 'HEAD') ? '*' : '*, authorization';
};

const EXPOSED = 'www-authenticate, retry-after, dpop-nonce';

/** Requests of web pages that may not read the answer yet. */
const undecided = new WeakMap<Request, string>();

/**
 * A handler whose answers web pages of other sites may read (the CORS protocol of the Fetch standard). These endpoints use no
 * cookies, so a browser adds nothing that a page could not send itself. A request without an Origin header costs nothing more.
 */
export function crossOrigin(runtime: Runtime, readers: Readers, methods: readonly string[], handler: Handler): Handler {
  const preflight = {
    ...MAX_AGE,
    'access-control-allow-headers': headersFor(readers, methods),
    'access-control-allow-methods': methods.join(', '),
  };
  const answerPreflight = endpoint(runtime, async ({ headers: { origin = '' } }, response) => {
    // A preflight does not say which client it is for.
    if (readers === 'clients' && ORIGIN.test(origin) && (await isOriginOfAny(runtime, origin)))
      response.setHeader('access-control-allow-origin', origin);
    response.writeHead(204, preflight).end();
  });
  return (request, response) => {
    const { origin, 'access-control-request-method': asked } = request.headers;
    if (readers === 'everybody') response.setHeader('access-control-allow-origin', '*');
    if (origin === undefined) return handler(request, response);
    if (readers === 'clients') {
      response.setHeader('vary', 'Origin');
      undecided.set(request, origin);
    }
    return request.method === 'OPTIONS' && asked !== undefined
      ? answerPreflight(request, response)
      : handler(request, response);
  };
}

/**
 * Lets the page that sent a request read the answer, if the page is at an origin of the client. Call it as soon as the
 * client is known, so that the page can read errors too.
 */
export function letPageRead(request: Request, { redirectUris }: { readonly redirectUris: readonly string[] }): void {
  const origin = undecided.get(request);
  if (origin !== undefined && ORIGIN.test(origin) && isOriginOf(redirectUris, origin)) allow(request, origin);
}

/**
 * Does what comes before the client is known. If it fails, a page at an origin of any client may read the error, which says
 * nothing about a client.
 */
export async function beforeClient<Result>(
  runtime: Runtime,
  request: Request,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (fault) {
    const origin = undecided.get(request);
    if (origin !== undefined && ORIGIN.test(origin) && (await isOriginOfAny(runtime, origin))) allow(request, origin);
    throw fault;
  }
}

function allow(request: Request, origin: string): void {
  request.res?.setHeader('access-control-allow-origin', origin);
  request.res?.setHeader('access-control-expose-headers', EXPOSED);
}
