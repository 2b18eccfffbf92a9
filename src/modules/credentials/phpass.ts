import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

const LETTERS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** After so many rounds, something else may run. */
const SLICE = 512;

/** How many rounds a letter of a portable hash of PHP stands for. */
export const roundsOf = (letter: string): number => 2 ** LETTERS.indexOf(letter);

/** The encoded digest of a portable hash of PHP (`$P$`, `$H$`), in slices that let other work through. */
export async function phpass(password: string, salt: string, rounds: number): Promise<string> {
  const typed = Buffer.from(password);
  let current = hash('md5', Buffer.concat([Buffer.from(salt), typed]), 'buffer');
  for (let round = 1; round <= rounds; round += 1) {
    current = hash('md5', Buffer.concat([current, typed]), 'buffer');
    if (round % SLICE === 0) await setImmediate();
  }
  return encoded(current);
}

/** Base64 of little ends: three bytes are four letters, the lowest six bits first. */
function encoded(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const some = bytes.subarray(at, at + 3);
    const value = some.reduce((sum, byte, n) => sum + byte * 256 ** n, 0);
    for (let n = 0; n <= some.length; n += 1) text += LETTERS[(value >> (6 * n)) & 63]!;
  }
  return text;
}
