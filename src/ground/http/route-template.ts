import type { IncomingMessage } from 'node:http';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The method of a request. `_OTHER` for one that no door knows, because callers choose it. */
export const methodOf = ({ method = '' }: IncomingMessage): string => (METHODS.has(method) ? method : '_OTHER');

/** The template of the route that answered, as Express notes it. Empty if none did. */
export function routeOf(request: IncomingMessage & { readonly route?: { readonly path?: unknown } }): string {
  const path = request.route?.path;
  return typeof path === 'string' ? path : '';
}
