import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { stopwatch } from '../../src/ground/kernel/clock.ts';
import { requestsInSlices } from '../../src/ground/http/request-slices.ts';

const SECONDS = 0.005;

function block(seconds: number): void {
  const passed = stopwatch();
  while (passed() <= seconds);
}

/** Work that blocks the event loop, after some microtasks. */
async function work(): Promise<void> {
  await Promise.resolve();
  block(SECONDS);
}

describe('requests that come all at once', () => {
  it('begin in their order, and the event loop turns between', async () => {
    const begun: number[] = [];
    const waits: number[] = [];
    const listener = requestsInSlices(
      (request) => {
        begun.push(Number(request.url));
        void work();
      },
      { overtakes: () => false, waited: (seconds) => void waits.push(seconds) },
    );
    const urls = Array.from({ length: 12 }, (_each, n) => n);
    for (const url of urls) {
      const request = new IncomingMessage(new Socket());
      request.url = String(url);
      listener(request, new ServerResponse(request));
      // Node lets the microtasks of each request run before it reads the next one.
      await Promise.resolve();
      await Promise.resolve();
    }
    let turns = 0;
    const sizes = [begun.length];
    for (; begun.length < urls.length; turns += 1) {
      await nextTurn();
      sizes.push(begun.length);
    }
    expect(begun).toEqual(urls);
    expect(turns).toBeGreaterThan(2);
    // A slice ends with the request in which 10 ms are over, and each takes 5 ms or more.
    sizes.forEach((size, n) => expect(size - (sizes[n - 1] ?? 0)).toBeLessThanOrEqual(4));
    expect(waits[0]).toBe(0);
    expect(waits.at(-1)).toBeGreaterThan(SECONDS);
  });

  it('are overtaken by health checks, and those whose callers have left do not begin', async () => {
    const begun: string[] = [];
    const behind: number[] = [];
    const listener = requestsInSlices(
      ({ url }) => {
        begun.push(url!);
        if (url === '/first') block(2 * SECONDS);
      },
      { overtakes: ({ url }) => url === '/healthz', waited: (_seconds, others) => void behind.push(others) },
    );
    for (const url of ['/first', '/left', '/last', '/healthz']) {
      const request = new IncomingMessage(new Socket());
      request.url = url;
      listener(request, new ServerResponse(request));
      if (url === '/left') request.socket.destroy();
    }
    expect(begun).toEqual(['/first', '/healthz']);
    while (!begun.includes('/last')) await nextTurn();
    expect(begun).toEqual(['/first', '/healthz', '/last']);
    expect(behind).toEqual([0, 0]);
  });
});
