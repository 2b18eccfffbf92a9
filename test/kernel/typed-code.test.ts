import { describe, expect, it } from '@jest/globals';
import { typedCode } from '../../src/ground/kernel/typed-code.ts';

describe('a code that somebody types', () => {
  it.each([
    ['Arabic-Indic', '١٢٣ ٤٥٦', '123456'],
    ['Persian', '۱۲۳۴۵۶', '123456'],
    ['Devanagari', '१२३४५६', '123456'],
    ['Bengali', '০১২-৭৮৯', '012789'],
    ['full-width', '１２３　４５６', '123456'],
    ['mathematical', '𝟎𝟏𝟐𝟗', '0129'],
    ['several scripts', '1२۳4٥６', '123456'],
    ['marks of direction', '\u200f١٢٣\u200e456\u061c', '123456'],
    ['a backup code', 'ABCDE–१2३4５', 'ABCDE12345'],
  ])('is read in digits and dashes of any kind: %s', (_script, typed, code) => {
    expect(typedCode(typed)).toBe(code);
  });

  it('is read in the ten decimal digits of every script that Unicode has', () => {
    const digits = Array.from({ length: 0x11_0000 }, (_, point) => point)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point))
      .filter((letter) => /\p{Nd}/u.test(letter));
    expect(digits.length).toBeGreaterThan(600);
    expect(digits.length % 10).toBe(0);
    expect(typedCode(digits.join(''))).toBe('0123456789'.repeat(digits.length / 10));
  });

  it.each(['½', '²x', 'Ⅳ', '一二三'])('keeps what is no decimal digit: %s', (typed) => {
    expect(typedCode(typed)).not.toMatch(/^[0-9]+$/);
  });
});
