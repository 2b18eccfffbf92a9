import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { stopwatch } from '../../src/kernel/clock.ts';
import { inPortions } from '../../src/http/portions.ts';

const SECONDS = 0.005;

/** Work that blocks the event loop, after some microtasks. */
async function work(): Promise<void> {
  await Promise.resolve();
  const passed = stopwatch();
  while (passed() < SECONDS);
}

describe('requests that come all at once', () => {
  it('begin in their order, and the event loop turns between', async () => {
    const begun: number[] = [];
    const waits: number[] = [];
    const listener = inPortions(
      (request) => {
        begun.push(Number(request.url));
        void work();
      },
      (seconds) => void waits.push(seconds),
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
    // A portion ends with the request in which 10 ms are over, and each takes 5 ms or more.
    sizes.forEach((size, n) => expect(size - (sizes[n - 1] ?? 0)).toBeLessThanOrEqual(4));
    expect(waits[0]).toBe(0);
    expect(waits.at(-1)).toBeGreaterThan(SECONDS);
  });
});
