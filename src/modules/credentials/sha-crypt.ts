import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** The two kinds of glibc's crypt(3): how long their digests are, and in which order the result has their bytes. */
const KINDS = {
  sha256: { bytes: 32, groups: 10, step: 21, shift: [0, 10, 20], last: [31, 30] },
  sha512: { bytes: 64, groups: 21, step: 22, shift: [0, 21, 42], last: [63] },
} as const;
export type ShaCryptDigest = keyof typeof KINDS;

const LETTERS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** After so many rounds, something else may run. */
const SLICE = 256;

/** Repeats bytes until they are so many. */
const filled = (bytes: Buffer, length: number): Buffer => Buffer.alloc(length, bytes);

/** The encoded digest of crypt(3) with SHA-256 (`$5$`) or SHA-512 (`$6$`), in slices that let other work through. */
export async function shaCrypt(kind: ShaCryptDigest, password: string, salt: Buffer, rounds: number): Promise<string> {
  const { bytes } = KINDS[kind];
  const digest = (...parts: readonly Buffer[]): Buffer => hash(kind, Buffer.concat(parts), 'buffer');
  const typed = Buffer.from(password);
  const other = digest(typed, salt, typed);
  const parts = [typed, salt, filled(other, typed.length)];
  for (let rest = typed.length; rest > 0; rest >>= 1) parts.push(rest % 2 === 1 ? other : typed);
  let current = digest(...parts);
  const p = filled(digest(filled(typed, typed.length ** 2)), typed.length);
  const s = filled(digest(filled(salt, salt.length * (16 + current[0]!))), salt.length);
  for (let round = 0; round < rounds; round += 1) {
    const isOdd = round % 2 === 1;
    const middle = [...(round % 3 === 0 ? [] : [s]), ...(round % 7 === 0 ? [] : [p])];
    current = digest(isOdd ? p : current, ...middle, isOdd ? current : p);
    if (round % SLICE === SLICE - 1) await setImmediate();
  }
  return encoded(kind, current.subarray(0, bytes));
}

function encoded(kind: ShaCryptDigest, digest: Buffer): string {
  const { bytes, groups, step, shift, last } = KINDS[kind];
  let text = '';
  const write = (indexes: readonly number[], letters: number): void => {
    let value = indexes.reduce((sum, index) => sum * 256 + digest[index]!, 0);
    for (let n = 0; n < letters; n += 1, value >>= 6) text += LETTERS[value & 63]!;
  };
  const modulus = bytes - last.length;
  for (let group = 0; group < groups; group += 1)
    write(
      shift.map((start) => (start + group * step) % modulus),
      4,
    );
  write(last, last.length === 1 ? 2 : 3);
  return text;
}
