import type { IncomingMessage, RequestListener } from 'node:http';
import { stopwatch } from '../kernel/clock.ts';
import { Slices } from '../kernel/event-loop/slices.ts';
import { noteRequest } from '../kernel/event-loop/long-work.ts';

interface Line {
  /** Whether a request waits for no other one. */
  readonly overtakes: (request: IncomingMessage) => boolean;
  /** Is told before each other request how many seconds it has waited for its slice, and how many wait behind it. */
  readonly waited: (seconds: number, behind: number) => void;
}

/**
 * Begins requests in slices, in the order in which they came. Node hands over all that have come in one turn of the event
 * loop: of thousands, even refusing them all would take longer than the loop may lag. A request whose caller has left is not
 * begun.
 */
export function requestsInSlices(answer: RequestListener, { overtakes, waited }: Line): RequestListener {
  const slices = new Slices();
  return (request, response) => {
    noteRequest();
    if (overtakes(request)) return answer(request, response);
    if (slices.haveRoom()) {
      waited(0, 0);
      return answer(request, response);
    }
    const passed = stopwatch();
    slices.later((behind) => {
      if (request.socket.destroyed) return;
      waited(passed(), behind);
      answer(request, response);
    });
  };
}
