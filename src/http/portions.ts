import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { stopwatch } from '../kernel/clock.ts';

/** For how long requests begin before the event loop turns to timers, and to what the database has answered. */
const PORTION_SECONDS = 0.025;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Since it came. */
  readonly passed: () => number;
}

/**
 * Begins requests in portions, in the order in which they came. Node hands over all that have come in one turn of the event
 * loop: of thousands, even refusing them all would take longer than the loop may lag. `waited` is told before each request how
 * many seconds it has waited for its portion.
 */
export function inPortions(answer: RequestListener, waited: (seconds: number) => void): RequestListener {
  const waiting: Waiting[] = [];
  /** Since the portion began. Undefined before the first request of a turn. */
  let passed: (() => number) | undefined;

  const beginPortion = (): (() => number) => {
    setImmediate(() => void goOn());
    return (passed = stopwatch());
  };
  const goOn = async (): Promise<void> => {
    passed = undefined;
    if (waiting.length === 0) return;
    const since = beginPortion();
    let begun = 0;
    for (const each of waiting) {
      waited(each.passed());
      answer(each.request, each.response);
      begun += 1;
      // A request goes on in microtasks. They are a part of the portion, too.
      await Promise.resolve();
      if (since() > PORTION_SECONDS) break;
    }
    waiting.splice(0, begun);
  };

  return (request, response) => {
    const since = passed ?? beginPortion();
    if (waiting.length > 0 || since() > PORTION_SECONDS) {
      waiting.push({ request, response, passed: stopwatch() });
      return;
    }
    waited(0);
    answer(request, response);
  };
}
