import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { Loop } from '#product';

/** What a loop reports of runs that fail with these errors, one after the other. */
async function reportedOf(errors: readonly Error[]): Promise<string[]> {
  const reported: string[] = [];
  const left = [...errors];
  const loop: Loop = new Loop(
    async () => {
      await nextTurn();
      const error = left.shift();
      if (!error) return;
      loop.wake();
      throw error;
    },
    null,
    (error) => reported.push((error as Error).message),
    'later',
  );
  loop.wake();
  while (left.length > 0) await nextTurn();
  await loop.stop();
  return reported;
}

const outage = (message: string): Error =>
  Object.assign(new Error(message), { code: 'ECONNREFUSED', syscall: 'connect' });

it('reports an outage once, however many runs it fails', async () => {
  const outages = Array.from({ length: 30 }, (_, n) => outage(`connect ECONNREFUSED ${n}`));
  expect(await reportedOf(outages)).toEqual(['connect ECONNREFUSED 0']);
});

it('reports each failure that differs from the one before', async () => {
  const faults = ['a', 'b', 'b', 'a'].map((message) => new Error(message));
  expect(await reportedOf([...faults, outage('connect')])).toEqual(['a', 'b', 'a', 'connect']);
});
