import { describe, expect, it } from '@jest/globals';
import { array, assert, constantFrom, property, string } from 'fast-check';
import { newUserCode, readUserCode } from '../../src/modules/devices/user-code.ts';

const LETTERS = [...'BCDFGHJKLMNPQRSTVWXZ'];
const CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/;
const separators = array(constantFrom('', ' ', '-', '–', '\t'), { minLength: 9, maxLength: 9 });
const letters = array(constantFrom(...LETTERS, ...LETTERS.map((letter) => letter.toLowerCase())), {
  minLength: 8,
  maxLength: 8,
});

describe('the code of a device', () => {
  it('is read however it is typed', () => {
    assert(
      property(letters, separators, (typed, between) => {
        const code = typed.join('').toUpperCase();
        const text = between.map((separator, at) => separator + (typed[at] ?? '')).join('');
        expect(readUserCode(text)).toBe(`${code.slice(0, 4)}-${code.slice(4)}`);
      }),
    );
  });

  it('is read from no other text', () => {
    assert(
      property(string({ unit: 'grapheme' }), (text) => {
        const read = readUserCode(text);
        if (read !== null) expect(text.toUpperCase().replaceAll(/[^A-Z]/g, '')).toBe(read.replace('-', ''));
      }),
    );
    expect(readUserCode('B'.repeat(100_000))).toBeNull();
  });

  it('is read in wide letters, which some keyboards have', () => {
    expect(readUserCode('ＢＣＤＦ　ｇｈｊｋ')).toBe('BCDF-GHJK');
  });

  it('has every letter equally often, and is hardly ever the same', () => {
    const made = Array.from({ length: 5000 }, newUserCode);
    expect(made.filter((code) => !CODE.test(code))).toEqual([]);
    expect(new Set(made).size).toBe(made.length);
    const counts = Map.groupBy(made.join('').replaceAll('-', ''), (letter) => letter);
    // 2,000 on average, with a standard deviation of 44.
    for (const letter of LETTERS) expect(Math.abs(counts.get(letter)!.length - 2000)).toBeLessThan(300);
  });
});
