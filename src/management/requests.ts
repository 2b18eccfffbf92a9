import type { RequestListener } from 'node:http';
import type { Request } from 'express';
import { stopwatch } from '../kernel/clock.ts';
import type { Metrics } from './metrics.ts';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Times each request from its head to the end of its answer. */
export function timeRequests(metrics: Metrics, answer: RequestListener): RequestListener {
  return (request, response) => {
    const passed = stopwatch();
    metrics.began();
    response.once('close', () => {
      const { method = '' } = request;
      const known = METHODS.has(method) ? method : '_OTHER';
      const asked = { method: known, route: routeOf(request as Request), status: response.statusCode };
      metrics.ended(asked, passed());
    });
    answer(request, response);
  };
}

/** The template of the route that answered, as Express notes it. Empty if none did. */
function routeOf({ route }: Request): string {
  const { path } = (route ?? {}) as { readonly path?: unknown };
  return typeof path === 'string' ? path : '';
}
