import type { Runtime } from '../../ground/kernel/runtime.ts';
import type { Mounts } from '../../ground/http/mounts.ts';
import { Site } from '../../ground/http/site.ts';
import { crossOrigin } from './cors.ts';
import { answer, type Handler } from './endpoint.ts';
import { OAuthError } from './errors.ts';
import { PATHS } from './paths.ts';
import type { OAuthRoute } from './routes.ts';

/**
 * Mounts endpoints at the issuer's path, and the metadata of RFC 8414 at the root. An unsupported method is 405. Call it
 * before anything that reads bodies or adds headers.
 */
export function mountOauth({ app, router }: Mounts, runtime: Runtime, routes: readonly OAuthRoute[]): void {
  const { prefix } = runtime.get(Site);
  for (const { path, methods, handler, readers, ofHost = false } of routes) {
    const allowed = only(runtime, methods, handler);
    const handle = readers ? crossOrigin(runtime, readers, methods, allowed) : allowed;
    (ofHost ? app : router).all(path, handle);
    // RFC 8414 §3.1: the well-known path is between the host and the issuer's path.
    if (path === PATHS.authorizationServer && prefix) app.all(path + prefix, handle);
  }
}

const only = (runtime: Runtime, methods: readonly string[], handler: Handler): Handler => {
  const allow = methods.join(', ');
  return async (request, response) => {
    if (methods.includes(request.method)) return handler(request, response);
    const description = `This endpoint does not support ${request.method}.`;
    const error = new OAuthError('invalid_request', description, { reason: 'METHOD_NOT_ALLOWED' });
    return answer(response, 405, error.body(runtime.settings), { allow });
  };
};
