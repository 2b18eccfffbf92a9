import { execFile } from 'node:child_process';
import { availableParallelism, getPriority } from 'node:os';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Runtime } from '../../../src/ground/kernel/runtime.ts';
import { BreachedPasswords } from '../../../src/modules/credentials/breached-passwords.ts';
import { PasswordHasher } from '../../../src/modules/credentials/index.ts';
import { PasswordPolicy } from '#product';

const owner = { email: 'Grace.Brewster.Hopper@research.navy.example', name: 'Grace Hopper', customerName: 'Acme' };

/** Reads a new password of hers where the operator wants so many characters and such a score. */
function read(password: string, { minLength = 8, minScore = 2 } = {}): Promise<string> {
  const passwords = { minLength, minScore, breachRangeUrl: undefined };
  const settings = { passwords, server: { baseUrl: 'https://id.navy.example' } };
  const breached = new BreachedPasswords({ settings } as Runtime);
  return new PasswordPolicy({ settings, get: () => breached } as unknown as Runtime).read(password, owner);
}

/** A process that hashes, and tells the lowest nice value of the threads that do so, and the highest of the others. */
const PRIORITIES = `
  import { readdirSync, readFileSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import { PasswordHasher } from ${JSON.stringify(import.meta.resolve('#product'))};
  await new PasswordHasher().hash('anything');
  const tasks = readdirSync('/proc/self/task');
  const isOfPool = (id) => readFileSync('/proc/self/task/' + id + '/comm', 'utf8').startsWith('libuv-worker');
  const of = (some) => some.map((id) => getPriority(Number(id)));
  const ofPool = Math.min(...of(tasks.filter(isOfPool)));
  const ofOthers = Math.max(...of(tasks.filter((id) => !isOfPool(id))));
  console.log(JSON.stringify({ own: getPriority(), ofPool, ofOthers }));`;

const refused = (code: string) => expect.objectContaining({ kind: 'invalid', code, field: 'password' });

describe('a new password', () => {
  it.each([
    ['in any script', 'пароль-на-все-времена'],
    ['with blanks and emoji', ' 🙂 🙃 🙂 🦊 '],
    ['of one kind of character', 'qpwoeirutyalskdjfhg'],
    ['of 1,024 bytes', 'correct horse battery staple '.repeat(36).slice(0, 1024)],
    ['that merely holds a common word', 'password is my favorite word'],
    ['of random characters', 'xK9#mQ2v'],
    ['with a word behind a long number', '8374928374 hopper'],
  ])('may be %s', async (_name, password) => {
    expect(await read(password)).toBe(password);
  });

  it.each([
    ['too short', '1234567', 'PASSWORD_TOO_SHORT'],
    ['too short, counted in characters and not in bytes', '🙂🙂🙂🙂🙂🙂🙂', 'PASSWORD_TOO_SHORT'],
    ['too long', 'x'.repeat(1025), 'PASSWORD_TOO_LONG'],
    ['too long, counted in bytes', 'é'.repeat(513), 'PASSWORD_TOO_LONG'],
    ['common', 'Password123', 'PASSWORD_COMMON'],
    ['common, with a year and a symbol', 'Password2025!', 'PASSWORD_COMMON'],
    ['a row of keys and a year', 'qwerty2026', 'PASSWORD_COMMON'],
    ['common in another language', 'Passwort123!', 'PASSWORD_COMMON'],
    ['a season and a year', 'Summer2026!', 'PASSWORD_WORD'],
    ['one character again and again', 'aaaaaaab', 'PASSWORD_PATTERN'],
    ['a date', '20260131', 'PASSWORD_PATTERN'],
    ['the address', 'grace.brewster.hopper@research.navy.example', 'PASSWORD_PERSONAL'],
    ['the name in front of the @', 'GRACE.brewster.hopper', 'PASSWORD_PERSONAL'],
    ['the own name, with or without its blank', 'gracehopper', 'PASSWORD_PERSONAL'],
    ['a part of the own name with digits around it', '1Hopper99!', 'PASSWORD_PERSONAL'],
    ['the customer and a year', 'Acme2026!', 'PASSWORD_PERSONAL'],
    ['the service', 'Guildhall', 'PASSWORD_PERSONAL'],
    ['the service and a digit', 'Guildhall1', 'PASSWORD_PERSONAL'],
    ['half a character', 'abcdefgh\ud800', 'INVALID_INPUT'],
    ['a NUL', 'an unusual\0 sentence', 'INVALID_INPUT'],
  ])('is refused when %s', async (_name, password, code) => {
    await expect(read(password)).rejects.toEqual(refused(code));
  });

  it('has as many characters as the operator wants', async () => {
    await expect(read('eleven char', { minLength: 12 })).rejects.toEqual(refused('PASSWORD_TOO_SHORT'));
    expect(await read('twelve chars', { minLength: 12 })).toBe('twelve chars');
  });

  it('is as hard to guess as the operator wants', async () => {
    await expect(read('xK9#mQ2v', { minScore: 4 })).rejects.toEqual(refused('PASSWORD_WEAK'));
    expect(await read('Password123', { minScore: 0 })).toBe('Password123');
  });

  it('is read the same in every Unicode form, and never changed otherwise', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 20, maxLength: 40 }), async (password) => {
        expect(await read(password.normalize('NFD'), { minScore: 0 })).toBe(password.normalize('NFC'));
      }),
    );
  });
});

describe('the estimate of a password', () => {
  // All of its letters may stand for others, which is the most work.
  const costly = (n: number) => `a4@8s5$e3i1!o0t7+z2${String(n).padStart(3, '0')}|({[<69b`;

  it('leaves the event loop to others', async () => {
    await read('four quite unrelated words');
    let turns = 0;
    for (let n = 0; n < 20; n++) {
      const estimated = read(costly(n), { minScore: 0 });
      setImmediate(() => {
        turns += 1;
      });
      await estimated;
    }
    // In this thread, one estimate would follow the other without a turn of the loop.
    expect(turns).toBeGreaterThan(0);
  });

  it('lets a hundred wait, and turns the rest away at once', async () => {
    await read('four quite unrelated words');
    const faults: unknown[] = [];
    const tries = Array.from({ length: 106 }, () => read('four quite unrelated words'));
    const all = tries.map((each) => each.catch((fault: unknown) => faults.push(fault)));
    await tries[0];
    const reason = expect.objectContaining({ kind: 'unavailable', code: 'BUSY', retryAfter: 2 });
    expect(faults).toEqual(Array.from({ length: 5 }, () => reason));
    await Promise.all(all);
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

  it('works on a few at a time, lets 256 wait for each of them, and turns the rest away at once', async () => {
    const hasher = new PasswordHasher();
    // Where the threads cannot yield, one core stays free.
    const cores = availableParallelism() - (process.platform === 'linux' ? 0 : 1);
    const taken = Math.max(1, Math.min(3, cores)) * 257;
    const tries = Array.from({ length: taken + 5 }, () => hasher.verify(null, 'whatever it is'));
    const all = Promise.allSettled(tries);
    const done = Symbol('done');
    // What is refused at once is settled before the first hash is.
    const first = await Promise.race([Promise.allSettled(tries.slice(taken)), tries[0]!.then(() => done)]);
    const turnedAway = {
      status: 'rejected',
      reason: expect.objectContaining({ kind: 'unavailable', code: 'BUSY', retryAfter: 2 }),
    };
    expect(first).toEqual(Array.from({ length: 5 }, () => turnedAway));
    await all;
    expect(await hasher.verify(null, 'and afterwards all is well')).toMatchObject({ matches: false });
  });

  const onLinux = process.platform === 'linux' ? it : it.skip; // Elsewhere threads have no priorities of their own.
  // At the lowest priority of all, nothing can yield any more.
  onLinux.each([0, 5])('yields to everything else, also in a process that is %d nicer than this one', async (nicer) => {
    const { stdout } = await promisify(execFile)('nice', ['-n', String(nicer), process.execPath, '-e', PRIORITIES]);
    const { own, ofPool, ofOthers } = JSON.parse(stdout) as Record<string, number>;
    expect({ own, ofPool, ofOthers }).toEqual({
      own: Math.min(getPriority() + nicer, 19),
      ofPool: Math.min(own! + 10, 19),
      ofOthers: own,
    });
  });
});
