import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { ListTurns } from '../../src/ground/kernel/event-loop/list-turns.ts';
import { inSlices } from '../../src/ground/kernel/event-loop/long-work.ts';

/** How many turns of the event loop there are while something is done. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  const done = new AbortController();
  const counting = (async () => {
    for (let turns = 0; ; turns += 1)
      if (done.signal.aborted) return turns;
      else await nextTurn();
  })();
  await work();
  done.abort();
  return counting;
}

const inTurn = <Item>(list: readonly Item[]) => new ListTurns().give(list);

/** Takes the processor for so long. */
function busy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

it('the items of long work are done in order, in several turns of the event loop', async () => {
  const items = Array.from({ length: 100 }, (_, n) => n);
  const done: number[] = [];
  const turns = await turnsOf(async () => {
    const results = await inSlices(items, (item) => {
      done.push(item);
      busy(1);
      return -item;
    });
    expect(results).toEqual(items.map((item) => -item));
  });
  expect(done).toEqual(items);
  expect(turns).toBeGreaterThanOrEqual(10);
});

it('lists are built in several turns of the event loop, each as it was', async () => {
  const lists = Array.from({ length: 20 }, (_, n) => [n]);
  const built: unknown[] = [];
  const build = (list: unknown): void => {
    built.push(list);
    busy(4);
  };
  const turns = await turnsOf(async () => {
    const waiting: Promise<void>[] = [];
    for (const list of lists) {
      const given = inTurn(list);
      if (given instanceof Promise) waiting.push(given.then(build));
      else build(given);
    }
    await Promise.all(waiting);
  });
  expect(built).toEqual(lists);
  expect(turns).toBeGreaterThanOrEqual(10);
});

it('the items of one long list are built in order, in several turns of the event loop', async () => {
  const list = Array.from({ length: 1000 }, (_, n) => n);
  const built: number[] = [];
  const turns = await turnsOf(async () => {
    const items = await Promise.all(
      (await inTurn(list)).map(async (given) => {
        const item = await given;
        busy(0.1);
        built.push(item);
        return item;
      }),
    );
    expect(items).toEqual(list);
  });
  expect(built).toEqual(list);
  expect(turns).toBeGreaterThanOrEqual(10);
});

it('what a list is built by some time after its turn has come is a part of the slice', async () => {
  const lists = Array.from({ length: 20 }, (_, n) => [n]);
  const turns = await turnsOf(async () => {
    await inSlices([1], () => busy(4));
    await Promise.all(
      lists.map(async (list) => {
        for (const item of await inTurn(list)) await item;
        for (let hops = 0; hops < 20; hops += 1) await Promise.resolve();
        busy(4);
      }),
    );
  });
  expect(turns).toBeGreaterThanOrEqual(15);
});

it('long work of one caller does not wait for the end of another’s', async () => {
  const ended: string[] = [];
  const long = inSlices(Array.from({ length: 200 }), () => busy(1)).then(() => ended.push('long'));
  const short = inSlices(Array.from({ length: 5 }), () => busy(1)).then(() => ended.push('short'));
  await Promise.all([long, short]);
  expect(ended).toEqual(['short', 'long']);
});
