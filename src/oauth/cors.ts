import type { Request } from 'express';
import { sql } from '../kernel/database.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { endpoint, type Handler } from './endpoint.ts';

/** Whose scripts read what an endpoint answers: everybody's what is public, else those of clients' own web origins. */
export type Readers = 'everybody' | 'clients';

/** $1 origin: whether any client has a redirect URI there. */
const anybodysOrigin = sql(
  'oauth.anybodys-origin',
  'select 1 as known from clients where web_origins(redirect_uris) @> array[$1::text] limit 1',
);

/** $1 client, $2 origin: whether the client has one there. */
const clientsOrigin = sql(
  'oauth.clients-origin',
  'select 1 as known from clients where id = $1 and $2::text = any(web_origins(redirect_uris))',
);

// RFC 6454 §6.2; `null`, which pages without an origin send, is none that could be registered.
const ORIGIN = /^https?:\/\/[\w.:[\]-]{1,300}$/;

const PREFLIGHT = {
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '3600',
};
const EXPOSED = 'www-authenticate, retry-after';

/** Requests from pages whose origin has not been found to be the client's own. */
const undecided = new WeakMap<Request, string>();

/**
 * A handler whose answers scripts of other sites may read (the CORS protocol of the Fetch standard). Cookies count for
 * nothing here, so there is nothing a browser would add that a page could not send from anywhere else. Requests without
 * an Origin header cost nothing more.
 */
export function crossOrigin(runtime: Runtime, readers: Readers, methods: readonly string[], handler: Handler): Handler {
  const preflight = { ...PREFLIGHT, 'access-control-allow-methods': methods.join(', ') };
  return endpoint(runtime, async (request, response) => {
    const origin = request.headers.origin;
    const asksFirst = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (readers === 'everybody') response.setHeader('access-control-allow-origin', '*');
    else if (origin !== undefined) {
      response.setHeader('vary', 'Origin');
      // Who asks first does not say which client it is.
      if (asksFirst && ORIGIN.test(origin) && (await runtime.db.first(anybodysOrigin, [origin])))
        response.setHeader('access-control-allow-origin', origin);
      undecided.set(request, origin);
    }
    if (origin === undefined || !asksFirst) return handler(request, response);
    response.writeHead(204, preflight).end();
  });
}

/**
 * Lets the page that made a request read the answer where it stands at an origin of the client's, or of any client where
 * null is given because the answer tells nothing of one. Call it as soon as the client is known, so that errors can be
 * read too.
 */
export async function letPageRead(runtime: Runtime, request: Request, clientId: string | null): Promise<void> {
  const origin = undecided.get(request);
  if (origin === undefined || !ORIGIN.test(origin)) return;
  const known =
    clientId === null
      ? await runtime.db.first(anybodysOrigin, [origin])
      : await runtime.db.first(clientsOrigin, [clientId, origin]);
  if (!known) return;
  request.res?.setHeader('access-control-allow-origin', origin);
  request.res?.setHeader('access-control-expose-headers', EXPOSED);
}
