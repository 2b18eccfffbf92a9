import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { tooBusy } from './errors.ts';
import { isForeign, isOfWhole, matchesForeign } from './foreign-hash.ts';
import { stopwatch } from '../../ground/kernel/clock.ts';
import { ALONE, FairQueue, type Turn } from '../../ground/kernel/fair-queue.ts';
import { Meter } from '../../ground/kernel/meter.ts';
import { lowerHashingThreads } from './hashing-threads.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { normalForm } from '../../ground/kernel/text.ts';

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Verified where there is no hash, so that it takes as long. It has the same parameters, and no known password matches.
 */
const DUMMY = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** The longest password that is hashed, in bytes of UTF-8. */
export const PASSWORD_MAX_BYTES = 1024;

// One of the four threads that libuv has by default stays free for files and DNS.
const LANES_MAX = 3;

// A burst of logins waits rather than being refused, but no longer than people do. One hash takes about 20 ms.
const WAIT_MS = 10_000;
const QUEUE_PER_LANE = 256;

interface Verdict {
  readonly matches: boolean;
  /**
   * Whether the hash is of another kind or has other parameters than today's, so that the password should be hashed again. Not
   * if the hash is of a part of the password only: the rest may be mistyped.
   */
  readonly outdated: boolean;
}

/**
 * argon2id, as many hashes at a time as there are cores. The threads that hash yield to everything else; where they cannot,
 * one core stays free. Workers divide the cores among them. Callers wait in a fair queue. `unavailable` when it is full.
 */
export class PasswordHasher {
  private readonly workers: number;
  private readonly meter: Meter | undefined;
  private opening: Promise<FairQueue> | undefined;
  private queue: FairQueue | undefined;

  constructor(runtime?: Runtime) {
    this.workers = runtime?.settings.server.workers ?? 1;
    this.meter = runtime?.get(Meter);
  }

  /** How many callers wait. */
  get waiting(): number {
    return this.queue?.length ?? 0;
  }

  /** The password's hash in PHC form, parameters and salt included. */
  async hash(password: string, turn: Turn = ALONE): Promise<string> {
    return this.run(turn, async () => (await argon2()).hash(normalizePassword(password), PARAMETERS));
  }

  /** Whether the password matches the hash. Without a hash it is false, after the same work. */
  async verify(hash: string | null, password: string, turn: Turn = ALONE): Promise<Verdict> {
    const typed = normalizePassword(password);
    // The same for every account, known or not, so it reveals nothing.
    if (isTooLong(typed)) return { matches: false, outdated: false };
    const against = hash ?? DUMMY;
    return this.run(turn, async () => {
      // Other systems have hashed what was typed, in any form.
      for (const form of new Set([typed, password]))
        if (await isPassword(against, form))
          return { matches: hash !== null, outdated: isOfWhole(against, form) && (await isOutdated(against)) };
      return { matches: false, outdated: false };
    });
  }

  private async open(): Promise<FairQueue> {
    // The pool starts with its first work.
    await stat('.');
    const threads = lowerHashingThreads();
    const [cores, free] = threads > 0 ? [availableParallelism(), threads - 1] : [availableParallelism() - 1, LANES_MAX];
    const lanes = Math.max(1, Math.min(free, Math.floor(cores / this.workers)));
    const most = lanes * QUEUE_PER_LANE;
    return (this.queue = new FairQueue({ atATime: lanes, most, waitMs: WAIT_MS, full: tooBusy }));
  }

  private async run<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
    const queue = this.queue ?? (await (this.opening ??= this.open()));
    return queue.run(turn, async () => {
      const passed = stopwatch();
      const result = await work();
      this.meter?.listener?.hashed(passed());
      return result;
    });
  }
}

const isPassword = async (hash: string, password: string): Promise<boolean> =>
  isForeign(hash) ? matchesForeign(hash, password) : (await argon2()).verify(hash, password);

const isOutdated = async (hash: string): Promise<boolean> =>
  !hash.startsWith('$argon2id$') || (await argon2()).needsRehash(hash, PARAMETERS);

/** The password in NFC (RFC 8265 §4.2.2), so that every way to type the same characters matches. */
export const normalizePassword = (password: string): string => (isTooLong(password) ? password : normalForm(password));

export const isTooLong = (password: string): boolean => Buffer.byteLength(password) > PASSWORD_MAX_BYTES;

// The native addon is loaded with the first password, not at the start.
const argon2 = () => import('argon2');
