import { secondsAfter } from '../kernel/clock.ts';
import type { Bell } from './bell.ts';
import { FIRST_LINE, LINES_A_LOOK, type DueRow, type LinePlace } from './due.sql.ts';
import { Lanes, type Limit } from './lanes.ts';
import { Loop } from './loop.ts';
import type { OutboxStatements } from './outbox.sql.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { newBytes } from '../kernel/secret.ts';

/** A row that is to be delivered somewhere. */
export interface Parcel {
  readonly id: string;
  /** How often delivering it was begun, this time included. */
  readonly attempts: number;
}

/** How an attempt failed. */
export interface Failure {
  readonly reason: string;
  /** Whether it was the last. */
  readonly dead: boolean;
}

/** An outbox, and what is done with its rows. */
export interface Round<P extends Parcel, Row extends DueRow> {
  readonly outbox: OutboxStatements<P, Row>;
  /** Rung when rows are there that are due. */
  readonly bell: Bell;
  /** What bounds how many rows like this one are on their way at a time. */
  readonly limits: (row: Row) => readonly Limit[];
  /** Takes no longer than `LEASE_SECONDS`. */
  readonly deliver: (parcel: P) => Promise<void>;
  /** What went wrong, in the words that administrators read. */
  readonly describe: (error: unknown) => string;
  /** Tells the log of a failure. */
  readonly failed: (parcel: P, failure: Failure) => void;
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
  /** How many of one line. */
  readonly lanesOfLine: number;
}

/**
 * Delivers what an outbox holds, at once when it is woken and otherwise at the next look; several nodes may do so at a
 * time. Rows wait in lines (those for one client, those to one domain), which are served in turn, each by a few of the
 * lanes: a receiver that is slow or away delays its own line alone. What fails is tried again, three times later each
 * time. A row is marked after it was delivered: a process that dies in between has it delivered again.
 */
export class Courier<P extends Parcel, Row extends DueRow> {
  private readonly loop: Loop;
  private readonly lanes = new Lanes();
  private readonly underWay = new Set<Promise<void>>();
  /** The line that was served last. */
  private place = FIRST_LINE;
  /** Whether the last look found rows, so that there may be more. */
  private more = false;
  private readonly silence: () => void;

  constructor(
    private readonly runtime: Pick<Runtime, 'clock' | 'db' | 'log'>,
    private readonly round: Round<P, Row>,
    private readonly pace: Pace,
  ) {
    this.loop = new Loop(() => this.look(), pace.everyMs, this.report);
    this.silence = round.bell.onRing(() => this.wake());
  }

  /** Looks for rows that are due, now. */
  wake(): void {
    this.loop.wake();
  }

  /** Claims no more rows, and waits for those under way. */
  async stop(): Promise<void> {
    this.silence();
    await this.loop.stop();
    await Promise.all(this.underWay);
  }

  /** Passes every line once, beginning behind the one served last, or as many as it takes to fill the lanes. */
  private async look(): Promise<void> {
    let { place } = this;
    // Whoever begins in the middle has passed every line when the end comes for the second time.
    let ends = place === FIRST_LINE ? 1 : 2;
    this.more = this.isFull;
    while (ends > 0 && !this.isFull) {
      const now = this.runtime.clock.now();
      const rows = await this.runtime.db.rows(this.round.outbox.due, [
        place.customerId,
        place.line,
        now,
        this.pace.lanesOfLine,
      ]);
      await this.send(rows, now);
      const isEnd = new Set(rows.map(lineOf)).size < LINES_A_LOOK;
      if (isEnd) ends -= 1;
      place = isEnd ? FIRST_LINE : rows.at(-1)!;
    }
    if (!this.more) this.place = FIRST_LINE;
  }

  private get isFull(): boolean {
    return this.underWay.size >= this.pace.lanes;
  }

  /** Claims as many of the rows as there are lanes for, and sends them on their way. */
  private async send(rows: readonly Row[], now: Date): Promise<void> {
    const entered = new Map<string, readonly Limit[]>();
    for (const row of rows) {
      if (row.id === null) continue;
      this.more = true;
      const limits = this.limitsOf(row);
      if (!this.lanes.enter(limits)) continue;
      entered.set(row.id, limits);
      this.place = row;
    }
    if (entered.size === 0) return;
    try {
      const until = secondsAfter(now, LEASE_SECONDS);
      const claimed = await this.runtime.db.rows(this.round.outbox.claim, [[...entered.keys()], now, until]);
      for (const parcel of claimed) {
        this.carry(parcel, entered.get(parcel.id)!);
        entered.delete(parcel.id);
      }
    } finally {
      // What another node was faster to claim.
      for (const limits of entered.values()) this.lanes.leave(limits);
    }
  }

  private limitsOf(row: Row): readonly Limit[] {
    const { lanes, lanesOfLine } = this.pace;
    const own = [
      { key: 'all', most: lanes },
      { key: `line ${lineOf(row)}`, most: lanesOfLine },
    ];
    return [...own, ...this.round.limits(row)];
  }

  private carry(parcel: P, limits: readonly Limit[]): void {
    const way: Promise<void> = this.deliver(parcel)
      .catch(this.report)
      .finally(() => {
        this.underWay.delete(way);
        this.lanes.leave(limits);
        if (this.more) this.wake();
      });
    this.underWay.add(way);
  }

  private async deliver(parcel: P): Promise<void> {
    const { clock, db } = this.runtime;
    const { id, attempts } = parcel;
    const { outbox } = this.round;
    try {
      await this.round.deliver(parcel);
    } catch (error) {
      const now = clock.now();
      const dead = error instanceof Undeliverable || attempts >= ATTEMPTS;
      const retryAt = dead ? null : secondsAfter(now, delayAfter(attempts));
      const reason = this.round.describe(error);
      this.round.failed(parcel, { reason, dead });
      await db.rows(outbox.markFailed, [id, attempts, retryAt, now, reason]);
      return;
    }
    await db.rows(outbox.markDone, [id, attempts, clock.now()]);
  }

  private readonly report = (error: unknown): void => this.runtime.log.error({ err: error }, 'an outbox failed');
}

const lineOf = ({ customerId, line }: LinePlace): string => `${customerId} ${line}`;

/** Three times longer after every attempt up to a limit, a fifth more or less so that rows do not come in waves. */
function delayAfter(attempts: number): number {
  const delay = Math.min(FIRST_DELAY_SECONDS * 3 ** (attempts - 1), DELAY_MAX_SECONDS);
  return delay * (0.8 + (0.4 * newBytes(1)[0]!) / 255);
}
