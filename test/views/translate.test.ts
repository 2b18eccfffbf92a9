import { afterEach, describe, expect, it } from '@jest/globals';
import { translate } from '../../src/views/translate.ts';

const { DateTimeFormat, NumberFormat } = Intl;
afterEach(() => {
  Object.assign(Intl, { DateTimeFormat, NumberFormat });
});

/** Counts the formatters that are made from now on. */
function counted(): { made: number } {
  const count = { made: 0 };
  const counting = <Format extends object>(format: Format): Format =>
    new Proxy(format, {
      construct: (target, given) => {
        count.made += 1;
        return Reflect.construct(target as never, given);
      },
    });
  Object.assign(Intl, { DateTimeFormat: counting(DateTimeFormat), NumberFormat: counting(NumberFormat) });
  return count;
}

describe('times on pages', () => {
  it('are said in words, in UTC', () => {
    expect(translate().moment(new Date('2026-11-22T14:05:00Z'))).toMatch(/^Nov 22, 2026, 2:05.PM UTC$/);
  });

  it('are rounded up to the largest whole unit', () => {
    const { duration } = translate();
    expect([1, 59.5, 60, 61, 3599, 7200].map(duration)).toEqual([
      '1 second',
      '60 seconds',
      '1 minute',
      '2 minutes',
      '60 minutes',
      '2 hours',
    ]);
  });

  it('are formatted by one set of formatters, however many there are', () => {
    const show = (view: number): void => {
      const t = translate();
      t.moment(new Date(view * 1000));
      for (const seconds of [view % 60, view * 60, view * 3600]) t.duration(seconds);
    };
    show(0);
    const count = counted();
    for (let view = 1; view < 500; view += 1) show(view);
    expect(count.made).toBe(0);
  });
});
