import type { RequestListener } from 'node:http';
import { methodOf, routeOf } from '../../ground/http/route-template.ts';
import { stopwatch } from '../../ground/kernel/clock.ts';
import type { Metrics } from './metrics.ts';

/** Times each request from its head to the end of its answer. */
export function timeRequests(metrics: Metrics, answer: RequestListener): RequestListener {
  return (request, response) => {
    const passed = stopwatch();
    metrics.began();
    response.on('close', () => {
      const asked = { method: methodOf(request), route: routeOf(request), status: response.statusCode };
      metrics.ended(asked, passed());
    });
    answer(request, response);
  };
}
