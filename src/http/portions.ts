import type { RequestListener } from 'node:http';
import { stopwatch } from '../kernel/clock.ts';
import { Portions } from '../kernel/portions.ts';

/**
 * Begins requests in portions, in the order in which they came. Node hands over all that have come in one turn of the event
 * loop: of thousands, even refusing them all would take longer than the loop may lag. `waited` is told before each request how
 * many seconds it has waited for its portion.
 */
export function inPortions(answer: RequestListener, waited: (seconds: number) => void): RequestListener {
  const portions = new Portions();
  return (request, response) => {
    if (portions.haveRoom()) {
      waited(0);
      return answer(request, response);
    }
    const passed = stopwatch();
    portions.later(() => {
      waited(passed());
      answer(request, response);
    });
  };
}
