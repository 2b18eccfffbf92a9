import { secondsAfter } from './clock.ts';
import { Loop } from './loop.ts';
import type { Runtime } from './runtime.ts';
import { newBytes } from './secret.ts';

/** A row that is to be delivered somewhere. */
export interface Parcel {
  /** How often delivering it was begun, this time included. */
  readonly attempts: number;
}

/** How an attempt failed. */
export interface Failure {
  readonly error: unknown;
  readonly now: Date;
  /** When to try again; null to give up. */
  readonly retryAt: Date | null;
}

/** An outbox, and what is done with its rows. */
export interface Round<P extends Parcel> {
  /** Takes at most `count` rows that are due at `now`, so that nobody else gets them before `until`. */
  readonly claim: (count: number, now: Date, until: Date) => Promise<P[]>;
  /** Takes no longer than `LEASE_SECONDS`. */
  readonly deliver: (parcel: P) => Promise<void>;
  readonly delivered: (parcel: P, now: Date) => Promise<unknown>;
  readonly failed: (parcel: P, failure: Failure) => Promise<unknown>;
}

/** What an attempt fails with when no other would do better. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}

/** A row claimed so long ago was claimed by a process that is gone. */
const LEASE_SECONDS = 300;

/** After this many attempts, over about a day, a row is given up. */
const ATTEMPTS = 10;
const FIRST_DELAY_SECONDS = 30;
const DELAY_MAX_SECONDS = 6 * 3600;

/** How busy a courier is. */
interface Pace {
  /** How often to look without being woken. */
  readonly everyMs: number;
  /** How many rows are on their way at a time. */
  readonly lanes: number;
}

/**
 * Delivers what an outbox holds, at once when it is woken and otherwise at the next look; several nodes may do so at a
 * time. What fails is tried again, three times later each time; what is slow takes one lane and leaves the others free. A
 * row is marked after it was delivered: a process that dies in between has it delivered again.
 */
export class Courier<P extends Parcel> {
  private readonly loop: Loop;
  private readonly underWay = new Set<Promise<void>>();
  private more = false;

  constructor(
    private readonly runtime: Pick<Runtime, 'clock' | 'log'>,
    private readonly round: Round<P>,
    private readonly pace: Pace,
  ) {
    this.loop = new Loop(() => this.set(), pace.everyMs, this.report);
  }

  /** Looks for rows that are due, now. */
  wake(): void {
    this.loop.wake();
  }

  /** Claims no more rows, and waits for those under way. */
  async stop(): Promise<void> {
    await this.loop.stop();
    await Promise.all(this.underWay);
  }

  private async set(): Promise<void> {
    const free = this.pace.lanes - this.underWay.size;
    this.more = true;
    if (free === 0) return;
    const now = this.runtime.clock.now();
    const claimed = await this.round.claim(free, now, secondsAfter(now, LEASE_SECONDS));
    this.more = claimed.length === free;
    for (const parcel of claimed) {
      const way: Promise<void> = this.deliver(parcel)
        .catch(this.report)
        .finally(() => {
          this.underWay.delete(way);
          if (this.more) this.wake();
        });
      this.underWay.add(way);
    }
  }

  private async deliver(parcel: P): Promise<void> {
    const { clock } = this.runtime;
    try {
      await this.round.deliver(parcel);
    } catch (error) {
      const now = clock.now();
      const hopeless = error instanceof Undeliverable || parcel.attempts >= ATTEMPTS;
      const retryAt = hopeless ? null : secondsAfter(now, delayAfter(parcel.attempts));
      await this.round.failed(parcel, { error, now, retryAt });
      return;
    }
    await this.round.delivered(parcel, clock.now());
  }

  private readonly report = (error: unknown): void => this.runtime.log.error({ err: error }, 'an outbox failed');
}

/** Three times longer after every attempt up to a limit, a fifth more or less so that rows do not come in waves. */
function delayAfter(attempts: number): number {
  const delay = Math.min(FIRST_DELAY_SECONDS * 3 ** (attempts - 1), DELAY_MAX_SECONDS);
  return delay * (0.8 + (0.4 * newBytes(1)[0]!) / 255);
}
