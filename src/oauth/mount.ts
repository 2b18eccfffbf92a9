import type { Application, Router } from 'express';
import type { Runtime } from '../kernel/runtime.ts';
import { Site } from '../http/site.ts';
import { crossOrigin } from './cors.ts';
import { answer, type Handler } from './endpoint.ts';
import { OAuthError } from './errors.ts';
import { PATHS } from './paths.ts';
import { oauthRoutes } from './routes.ts';

/**
 * Mounts the endpoints on the router that stands at the issuer's path, and on the root application what RFC 8414 wants
 * there; a method that an address does not take is 405. Comes before everything that reads bodies or adds headers.
 */
export function mountOauth(app: Application, router: Router, runtime: Runtime): void {
  const { prefix } = runtime.get(Site);
  for (const { path, methods, handler, readers } of oauthRoutes(runtime)) {
    const allowed = only(methods, handler);
    const handle = readers ? crossOrigin(runtime, readers, methods, allowed) : allowed;
    router.all(path, handle);
    // RFC 8414 §3.1: the well-known name goes between the host and the issuer's path, not behind it.
    if (path === PATHS.authorizationServer && prefix) app.all(path + prefix, handle);
  }
}

const only = (methods: readonly string[], handler: Handler): Handler => {
  const allow = methods.join(', ');
  return async (request, response) => {
    if (methods.includes(request.method)) return handler(request, response);
    const { body } = new OAuthError('invalid_request', `${request.method} is not for this address.`);
    return answer(response, 405, body, { allow });
  };
};
