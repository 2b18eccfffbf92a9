import { describe, expect, it } from '@jest/globals';
import { FairQueue, type Turn } from '../../src/ground/kernel/fair-queue.ts';
import { tooBusy } from '../../src/modules/credentials/errors.ts';

/** A queue whose one place is taken until `release`, and which notes in what order others get it. */
function busyQueue(most: number, waitMs = 60_000) {
  const queue = new FairQueue({ atATime: 1, most, waitMs, full: tooBusy });
  const held = Promise.withResolvers<void>();
  const order: string[] = [];
  void queue.run({ lanes: [] }, () => held.promise);
  const ask = (name: string, turn: Turn): Promise<string> =>
    queue
      .run(turn, () => Promise.resolve(order.push(name)))
      .then(
        () => 'done',
        ({ code, retryAfter }) => `${code} ${retryAfter}`,
      );
  return { ask, order, release: held.resolve };
}

const from = (...lanes: string[]): Turn => ({ lanes });

describe('who waits in a fair queue', () => {
  it('is served in turn by lane: the second of one comes behind the first of every other', async () => {
    const { ask, order, release } = busyQueue(10);
    const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ask(name, from(name[0]!)));
    release();
    await Promise.all(all);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('shares a lane with whoever has the same address or the same account', async () => {
    const { ask, order, release } = busyQueue(10);
    const all = [
      ask('first', from('address 1', 'account 1')),
      ask('same address', from('address 1', 'account 2')),
      ask('same account', from('address 2', 'account 1')),
      ask('other', from('address 3', 'account 3')),
    ];
    release();
    await Promise.all(all);
    expect(order).toEqual(['first', 'other', 'same address', 'same account']);
  });

  it('goes first in a known browser', async () => {
    const { ask, order, release } = busyQueue(10);
    const all = [ask('a1', from('a')), ask('b1', from('b')), ask('known', { lanes: ['a'], known: true })];
    release();
    await Promise.all(all);
    expect(order).toEqual(['known', 'a1', 'b1']);
  });

  it('is refused, when no more may wait, if the lane is the heaviest', async () => {
    const { ask, order, release } = busyQueue(4);
    const heavy = ['a1', 'a2', 'a3', 'a4'].map((name) => ask(name, from('a')));
    expect(await ask('a5', from('a'))).toBe('BUSY 2');
    const light = ['b1', 'c1', 'd1'].map((name) => ask(name, from(name[0]!)));
    expect(await Promise.all(heavy.slice(1))).toEqual(['BUSY 2', 'BUSY 2', 'BUSY 2']);
    // All lanes weigh the same now: who comes last is refused, unless the browser is known.
    expect(await ask('e1', from('e'))).toBe('BUSY 2');
    const known = ask('known', { lanes: ['a'], known: true });
    release();
    expect(await Promise.all([heavy[0], ...light, known])).toEqual(['done', 'done', 'done', 'BUSY 2', 'done']);
    expect(order).toEqual(['known', 'a1', 'b1', 'c1']);
  });

  it('is refused after having waited for too long, and then is in nobody’s way', async () => {
    const { ask, order, release } = busyQueue(2, 50);
    expect(await Promise.all([ask('a1', from('a')), ask('b1', from('b'))])).toEqual(['BUSY 2', 'BUSY 2']);
    const next = [ask('a2', from('a')), ask('c1', from('c'))];
    release();
    expect(await Promise.all(next)).toEqual(['done', 'done']);
    expect(order).toEqual(['a2', 'c1']);
  });

  it('gets a place in the end, however many others come meanwhile', async () => {
    const queue = new FairQueue({ atATime: 1, most: 5, full: tooBusy });
    const order: string[] = [];
    const ask = (name: string, lane: string, then = (): void => {}): Promise<void> =>
      queue.run(from(lane), () => {
        order.push(name);
        return Promise.resolve(then());
      });
    // Somebody else is there whenever the place is free.
    const others = (left: number): void => {
      if (left > 0) void ask(`other ${left}`, `lane ${left}`, () => others(left - 1));
    };
    others(30);
    await Promise.all(['a1', 'a2', 'a3'].map((name) => ask(name, 'a')));
    expect(order).not.toContain('other 1');
  });
});
