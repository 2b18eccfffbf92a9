import { Counter, Gauge, Registry } from '@prometheus-io/client';
import { describe, expect, it } from '@jest/globals';
import { Totals } from '#product';
import type { Figures } from '../../src/server/management/index.ts';

/** The metrics of a process that has worked for so many seconds and holds so much memory. */
async function figuresOf(seconds: number, bytes = 0): Promise<Figures> {
  const registry = new Registry();
  const about = { help: 'Of a process.', registers: [registry] };
  new Counter({ name: 'work_seconds_total', ...about }).inc(seconds);
  new Gauge({ name: 'memory_bytes', ...about }).set(bytes);
  return registry.getMetricsAsJSON();
}
const valueOf = (text: string, name: string): number => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)![1]);

describe('the metrics of several processes', () => {
  it('are added up', async () => {
    const text = await new Totals().of(
      new Map([
        [1, await figuresOf(2, 10)],
        [2, await figuresOf(3, 20)],
      ]),
    );
    expect([valueOf(text, 'work_seconds_total'), valueOf(text, 'memory_bytes')]).toEqual([5, 30]);
  });

  it('keep what a process had counted that ended, or that does not answer, but not what it held', async () => {
    const totals = new Totals();
    const first = await figuresOf(2, 10);
    await totals.of(
      new Map([
        [1, first],
        [2, await figuresOf(3, 20)],
      ]),
    );
    const silent = await totals.of(new Map([[1, first]]));
    expect([valueOf(silent, 'work_seconds_total'), valueOf(silent, 'memory_bytes')]).toEqual([5, 10]);
    const again = await totals.of(
      new Map([
        [1, first],
        [2, await figuresOf(4, 20)],
      ]),
    );
    expect([valueOf(again, 'work_seconds_total'), valueOf(again, 'memory_bytes')]).toEqual([6, 30]);
    totals.end(2);
    const ended = await totals.of(new Map([[1, first]]));
    expect([valueOf(ended, 'work_seconds_total'), valueOf(ended, 'memory_bytes')]).toEqual([6, 10]);
  });

  it('never fall by a last digit, in whatever order processes end', async () => {
    const totals = new Totals();
    const running = new Map<number, Figures>();
    const work = async (): Promise<number> => valueOf(await totals.of(running), 'work_seconds_total');
    for (let id = 1; id <= 60; id += 1) {
      running.set(id, await figuresOf(id * 0.1));
      if (running.size < 4) continue;
      const before = await work();
      const ending = [...running.keys()][id % 4]!;
      running.delete(ending);
      totals.end(ending);
      expect(await work()).toBe(before);
    }
  });
});
