import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of one connection may wait for the one before them. Node reads all that come in one packet. */
const WAITING_MAX = 20;

/**
 * Begins one request of a connection at a time: the next one begins when the answer before it is written. So whoever sends
 * many at once (RFC 9112 §9.3.2) and reads no answer has one in work. Closes a connection with more requests than may wait,
 * and calls `refused` then.
 */
export function oneAtATime(answer: RequestListener, refused: () => void): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    // Node gives an answer its socket when those before it are written.
    if (response.socket !== null) return answer(request, response);
    const before = waiting.get(socket) ?? 0;
    if (before >= WAITING_MAX) {
      socket.destroy();
      return refused();
    }
    waiting.set(socket, before + 1);
    response.once('socket', () => {
      waiting.set(socket, waiting.get(socket)! - 1);
      answer(request, response);
    });
  };
}
