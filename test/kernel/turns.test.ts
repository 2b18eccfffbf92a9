import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { inTurn } from '../../src/kernel/turns.ts';

it('long lists are built in several turns of the event loop, each as it was', async () => {
  const list = Array.from({ length: 600 }, (_, n) => n);
  const done = new AbortController();
  const counting = (async () => {
    for (let turns = 0; ; turns += 1)
      if (done.signal.aborted) return turns;
      else await nextTurn();
  })();
  await Promise.all(Array.from({ length: 20 }, async () => expect(await inTurn(list)).toBe(list)));
  done.abort();
  expect(await counting).toBeGreaterThanOrEqual(9);
});
