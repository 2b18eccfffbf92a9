import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AppError } from '../../../src/ground/kernel/errors.ts';
import { emailKey, readEmail } from '../../../src/modules/users/user-email.ts';

describe('an email address', () => {
  it.each([
    ['Ada@Example.COM', 'ada@example.com'],
    [' ada@example.com ', 'ada@example.com'],
    ['ada@MÜNCHEN.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@xn--mnchen-3ya.example', 'ada@xn--mnchen-3ya.example'],
    ['Jose\u0301@example.com', 'jos\u00e9@example.com'],
  ])('%j is compared as %j', (email, key) => {
    expect(emailKey(email)).toBe(key);
    expect(emailKey(key)).toBe(key);
  });

  it.each([
    'ada@example.com',
    'a@b',
    "o'neill+tag@example.co.uk",
    '用户@例子.广告',
    'ada@xn--mnchen-3ya.example',
    `${'a'.repeat(64)}@example.com`,
  ])('%j is taken as it is given', (email) => {
    expect(readEmail('email', ` ${email} `)).toBe(email);
  });

  it.each([
    '',
    '@',
    'ada',
    '@example.com',
    'ada@',
    'ada@@example.com',
    'ada@example.com@evil.example',
    'ada @example.com',
    'ada@exa mple.com',
    'ada@example..com',
    'ada@.example.com',
    'ada@example.com.',
    'ada@-example.com',
    'ada@exa_mple.com',
    'ada@127.0.0.1',
    'ada@[127.0.0.1]',
    'ada@example.com:25',
    'ada@%65xample.com',
    'ada@example.com/x',
    '<ada@example.com>',
    'Ada <ada@example.com>',
    'ada,eve@example.com',
    '"ada eve"@example.com',
    'ada\n@example.com',
    'ada\u200b@example.com',
    'ada\u202e@example.com',
    'ada\0@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.example`,
  ])('%j is refused', (email) => {
    expect(() => readEmail('email', email)).toThrow(AppError);
  });

  it('that is taken holds exactly one @, no blanks, and a key that stays the same', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress()), (text) => {
        let email: string;
        try {
          email = readEmail('email', text);
        } catch (fault) {
          expect(fault).toBeInstanceOf(AppError);
          return;
        }
        expect(email).toMatch(/^[^\s@]+@[^\s@]+$/u);
        expect(emailKey(emailKey(email))).toBe(emailKey(email));
        expect(readEmail('email', email)).toBe(email);
      }),
    );
  });
});
