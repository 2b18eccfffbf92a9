import { availableParallelism } from 'node:os';
import { HashQueue, type Turn } from './hash.queue.ts';

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** What is worked on where there is no hash; made with the same parameters, and nothing is known to match it. */
const DUMMY = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** The longest password that is worked on, in bytes of UTF-8. */
export const PASSWORD_MAX_BYTES = 1024;

// Hashing runs on libuv's pool of four threads; one is left for files and names.
const LANES_MAX = 3;

// One hash takes about 20 ms: a place further back in the queue would wait longer than a person does.
const QUEUE_PER_LANE = 64;

interface Verdict {
  readonly matches: boolean;
  /** Whether the hash was made with other parameters than today's, and wants making again. */
  readonly outdated: boolean;
}

/** Of work that has nothing in common with other work. */
const ALONE: Turn = { lanes: [] };

/**
 * argon2id on a bounded pool of one lane less than there are cores, three at most, so that logins leave room for
 * everything else. Who waits is served fairly, and `unavailable` when there are too many.
 */
export class PasswordHasher {
  private readonly lanes = Math.max(1, Math.min(LANES_MAX, availableParallelism() - 1));
  private readonly queue = new HashQueue(this.lanes, this.lanes * QUEUE_PER_LANE);

  /** The password's hash in PHC form, parameters and salt included. */
  async hash(password: string, turn: Turn = ALONE): Promise<string> {
    return this.queue.run(turn, async () => (await argon2()).hash(normalisePassword(password), PARAMETERS));
  }

  /** Whether the password is the one hashed. Without a hash the answer is no, after the same work. */
  async verify(hash: string | null, password: string, turn: Turn = ALONE): Promise<Verdict> {
    const typed = normalisePassword(password);
    // The same for every account, known or not, so it tells nothing of any.
    if (isTooLong(typed)) return { matches: false, outdated: false };
    return this.queue.run(turn, async () => {
      const { verify, needsRehash } = await argon2();
      const against = hash ?? DUMMY;
      const matches = (await verify(against, typed)) && hash !== null;
      return { matches, outdated: matches && needsRehash(against, PARAMETERS) };
    });
  }
}

/** One spelling for every way of typing the same characters (RFC 8265 §4.2.2: NFC); nothing else is changed. */
export const normalisePassword = (password: string): string =>
  isTooLong(password) ? password : password.normalize('NFC');

export const isTooLong = (password: string): boolean => Buffer.byteLength(password) > PASSWORD_MAX_BYTES;

// The native addon is loaded by the first password, not by every start.
const argon2 = () => import('argon2');
