import type { IncomingMessage, RequestListener } from 'node:http';
import { stopwatch } from '../kernel/clock.ts';
import { Portions } from '../kernel/portions.ts';
import { noteRequest } from '../kernel/slices.ts';

interface Line {
  /** Whether a request waits for no other one. */
  readonly overtakes: (request: IncomingMessage) => boolean;
  /** Is told before each other request how many seconds it has waited for its portion, and how many wait behind it. */
  readonly waited: (seconds: number, behind: number) => void;
}

/**
 * Begins requests in portions, in the order in which they came. Node hands over all that have come in one turn of the event
 * loop: of thousands, even refusing them all would take longer than the loop may lag. A request whose caller has left is not
 * begun.
 */
export function inPortions(answer: RequestListener, { overtakes, waited }: Line): RequestListener {
  const portions = new Portions();
  return (request, response) => {
    noteRequest();
    if (overtakes(request)) return answer(request, response);
    if (portions.haveRoom()) {
      waited(0, 0);
      return answer(request, response);
    }
    const passed = stopwatch();
    portions.later((behind) => {
      if (request.socket.destroyed) return;
      waited(passed(), behind);
      answer(request, response);
    });
  };
}
