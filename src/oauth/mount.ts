import type { Application } from 'express';
import { answer, type Handler, type Surroundings } from './endpoint.ts';
import { OAuthError } from './errors.ts';
import { oauthRoutes } from './routes.ts';

/**
 * Mounts the endpoints on the root application, each under its full path; what a path does not take is 405. Wants to
 * come before everything that reads bodies or adds headers.
 */
export function mountOAuth(app: Application, surroundings: Surroundings): void {
  const byPath = Map.groupBy(oauthRoutes(surroundings), ({ path }) => path);
  for (const [path, routes] of byPath) {
    const handlers = new Map<string | undefined, Handler>(routes.map(({ method, handler }) => [method, handler]));
    // RFC 9110 §9.3.2: HEAD is GET without the body, which Node leaves out by itself.
    if (handlers.has('GET')) handlers.set('HEAD', handlers.get('GET')!);
    const allow = [...handlers.keys()].join(', ');
    app.all(path, async (request, response) => {
      const handler = handlers.get(request.method);
      if (handler) return handler(request, response);
      const { body } = new OAuthError('invalid_request', `${request.method} is not for this address.`);
      return answer(response, 405, body, { allow });
    });
  }
}
