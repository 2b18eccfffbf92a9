import { availableParallelism } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PasswordHasher, readNewPassword } from '../../../src/modules/credentials/index.ts';

const owner = { email: 'Grace.Hopper@navy.example', name: 'Grace Hopper', customerName: 'Naval Reserve' };
const read = (password: string, minLength = 8) => readNewPassword(password, owner, { minLength });
const refused = (code: string) => expect.objectContaining({ kind: 'invalid', code, field: 'password' });
const refusal = (password: string, minLength?: number): unknown => {
  try {
    return read(password, minLength);
  } catch (error) {
    return error;
  }
};

describe('a new password', () => {
  it.each([
    ['in any script', 'пароль-на-все-времена'],
    ['with blanks and emoji', ' 🙂 🙂 🙂 🙂 '],
    ['of one kind of character', 'qpwoeirutyalskdjfhg'],
    ['of 1,024 bytes', 'x'.repeat(1024)],
    ['that merely holds a common word', 'password is my favourite word'],
  ])('may be %s', (_name, password) => {
    expect(read(password)).toBe(password);
  });

  it.each([
    ['too short', '1234567', 'PASSWORD_TOO_SHORT'],
    ['too short, counted in characters and not in bytes', '🙂🙂🙂🙂🙂🙂🙂', 'PASSWORD_TOO_SHORT'],
    ['too long', 'x'.repeat(1025), 'PASSWORD_TOO_LONG'],
    ['too long, counted in bytes', 'é'.repeat(513), 'PASSWORD_TOO_LONG'],
    ['common', 'Password123', 'PASSWORD_COMMON'],
    ['the address', 'grace.hopper@navy.example', 'PASSWORD_PERSONAL'],
    ['the name in front of the @', 'GRACE.hopper', 'PASSWORD_PERSONAL'],
    ['the own name, with or without its blank', 'gracehopper', 'PASSWORD_PERSONAL'],
    ['the customer', 'naval reserve', 'PASSWORD_PERSONAL'],
    ['the service', 'Guildhall', 'PASSWORD_PERSONAL'],
    ['half a character', 'abcdefgh\ud800', 'INVALID_INPUT'],
  ])('is refused when %s', (_name, password, code) => {
    expect(refusal(password)).toEqual(refused(code));
  });

  it('has as many characters as the operator wants', () => {
    expect(refusal('eleven char', 12)).toEqual(refused('PASSWORD_TOO_SHORT'));
    expect(read('twelve chars', 12)).toBe('twelve chars');
  });

  it('is read the same in every Unicode form, and never changed otherwise', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 20, maxLength: 40 }), (password) => {
        expect(read(password.normalize('NFD'))).toBe(password.normalize('NFC'));
      }),
    );
  });
});

describe('hashing', () => {
  it('salts every hash and keeps its parameters in it', async () => {
    const hasher = new PasswordHasher();
    const [first, second] = await Promise.all([hasher.hash('one and the same'), hasher.hash('one and the same')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,(t=2,p=1|p=1,t=2)\$/);
    expect(first).not.toBe(second);
    expect(await hasher.verify(first, 'one and the same')).toEqual({ matches: true, outdated: false });
    expect(await hasher.verify(first, 'One and the same')).toEqual({ matches: false, outdated: false });
    expect(await hasher.verify(null, 'one and the same')).toEqual({ matches: false, outdated: false });
  });

  it('works on a few at a time, lets 64 wait for each of them, and turns the rest away', async () => {
    const hasher = new PasswordHasher();
    const taken = Math.max(1, Math.min(3, availableParallelism() - 1)) * 65;
    const tries = Array.from({ length: taken + 5 }, () => hasher.verify(null, 'whatever it is'));
    const outcomes = await Promise.allSettled(tries);
    const turnedAway = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(turnedAway).toHaveLength(5);
    expect(turnedAway[0]).toMatchObject({ kind: 'unavailable', code: 'BUSY', retryAfter: expect.any(Number) });
    expect(await hasher.verify(null, 'and afterwards all is well')).toMatchObject({ matches: false });
  }, 30_000);
});
