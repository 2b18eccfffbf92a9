import type { IncomingMessage } from 'node:http';
import { anonymous, expandScopes, scopesOf, type Authenticate, type UserViewer } from '../../ground/kernel/access.ts';
import { RequestContext } from '../../ground/kernel/context.ts';
import { kernelErrors } from '../../ground/kernel/errors.ts';
import { originOf } from '../../ground/http/origin.ts';
import { Site } from '../../ground/http/site.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { sessionErrors } from './errors.ts';
import { sessionCookie } from './session-cookie.ts';
import type { CurrentSession } from './session.hot.sql.ts';
import { SessionService } from './session.service.ts';

/** The header of requests that the browser's session authorizes. Forms cannot send it, and other origins may not. */
const SESSION_HEADER = 'x-guildhall-csrf';

/**
 * Makes the function that finds the viewer of a request that may come from a script of our own pages: by the browser's
 * session if the request has `X-Guildhall-CSRF`, else by its access token. An Authorization header counts before the
 * session. A request with the header and without a session is `unauthenticated`. One that does not come from a page of this
 * server, or comes by GET, is `forbidden` with SESSION_REQUEST_FOREIGN.
 */
export function authenticateBySession(runtime: Runtime, byToken: Authenticate): Authenticate {
  const cookie = sessionCookie(runtime);
  const { origin } = runtime.get(Site);
  return async (request) => {
    const { headers } = request;
    if (headers.authorization !== undefined || headers[SESSION_HEADER] === undefined) return byToken(request);
    if (!isOwn(request, origin)) throw sessionErrors.SESSION_REQUEST_FOREIGN();
    const sessions = new RequestContext(runtime, anonymous, originOf(request)).get(SessionService);
    const session = await sessions.find(cookie.read(request));
    if (!session) throw kernelErrors.UNAUTHENTICATED({ message: 'Nobody is signed in with this browser.' });
    return viewerOf(session);
  };
}

/** Whether the browser says that a page of this server sent the request. A browser sends at least one of the headers. */
function isOwn({ method, headers }: IncomingMessage, ownOrigin: string): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin === undefined && site === undefined) return false;
  return (origin === undefined || origin === ownOrigin) && (site === undefined || site === 'same-origin');
}

/** The user of a session. The server's own pages need no client, so what the user is alone decides what they may do. */
function viewerOf({ id, customerId, userId, role, administration, authTime, factorAt }: CurrentSession): UserViewer {
  const scopes = expandScopes(scopesOf({ role, administration }));
  const own = { kind: 'user', clientId: null, documents: null } as const;
  return { ...own, customerId, userId, sessionId: id, role, administration, scopes, authTime, factorAt };
}
