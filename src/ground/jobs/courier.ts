import { secondsAfter } from '../kernel/clock.ts';
import type { Bell } from './bell.ts';
import { FIRST_LINE, LINES_A_LOOK, type DueRow, type LinePlace } from './due.hot.sql.ts';
import { Lanes, type Limit } from './lanes.ts';
import { Loop } from './loop.ts';
import type { OutboxStatements } from './outbox.hot.sql.ts';
import { markDone, markFailed, type OutboxEntity, type OutboxRow } from './outbox.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { newBytes } from '../kernel/secret.ts';

/** A row to be delivered. */
export interface Parcel {
  readonly id: string;
  /** The number of attempts, with this one. */
  readonly attempts: number;
}

/** A failed attempt. */
export interface Failure {
  readonly reason: string;
  /** Whether it was the last attempt. */
  readonly dead: boolean;
}

/** An outbox, and how its rows are delivered. */
export interface Round<P extends Parcel, Due extends DueRow, Row extends OutboxRow> {
  readonly statements: OutboxStatements<P, Due>;
  readonly rows: OutboxEntity<Row>;
  /** Rings when there are due rows. */
  readonly bell: Bell;
  /** The limits of deliveries of rows like this one at a time. */
  readonly limits: (row: Due) => readonly Limit[];
  /** Takes no longer than `LEASE_SECONDS`. */
  readonly deliver: (parcel: P) => Promise<void>;
  /** The reason of a failure, as administrators read it. */
  readonly describe: (error: unknown) => string;
  /** Logs a failure. */
  readonly failed: (parcel: P, failure: Failure) => void;
}

/** The failure of an attempt that makes further attempts useless. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}

/** The process that claimed a row so long ago is gone. */
const LEASE_SECONDS = 300;

/** A row is given up after this many attempts, over about a day. */
const ATTEMPTS = 10;
const FIRST_DELAY_SECONDS = 30;
const DELAY_MAX_SECONDS = 6 * 3600;

/** How much a courier does. */
interface Pace {
  /** How often it looks without being woken. */
  readonly everyMs: number;
  /** How many rows it delivers at a time. */
  readonly lanes: number;
  /** How many of them from one line. */
  readonly lanesOfLine: number;
}

/**
 * Delivers the rows of an outbox: at once when it is woken, and at every look. Several nodes may do so at the same time.
 * Rows wait in lines, such as one for each client or domain. Lines are served in turn, each by a few of the lanes, so a
 * slow receiver delays only its own line. A failed row is retried after a delay that triples each time. A row is marked
 * after its delivery. If the process dies in between, the row is delivered again.
 */
export class Courier<P extends Parcel, Due extends DueRow, Row extends OutboxRow> {
  private readonly loop: Loop;
  private readonly lanes = new Lanes();
  private readonly deliveries = new Set<Promise<void>>();
  /** The last line that was served. */
  private place = FIRST_LINE;
  /** Whether the last look found rows. Then there may be more. */
  private more = false;
  private readonly stopListening: () => void;

  constructor(
    private readonly runtime: Pick<Runtime, 'clock' | 'db' | 'fork' | 'log'>,
    private readonly round: Round<P, Due, Row>,
    private readonly pace: Pace,
  ) {
    this.loop = new Loop(() => this.look(), pace.everyMs, this.report);
    this.stopListening = round.bell.onRing(() => this.wake());
  }

  /** Looks for due rows now. */
  wake(): void {
    this.loop.wake();
  }

  /** Claims no more rows, and waits for the deliveries in progress. */
  async stop(): Promise<void> {
    this.stopListening();
    await this.loop.stop();
    await Promise.all(this.deliveries);
  }

  /** Looks at every line once, after the last one served, or until the lanes are full. */
  private async look(): Promise<void> {
    let { place } = this;
    // A look that starts in the middle has seen every line when it reaches the end for the second time.
    let ends = place === FIRST_LINE ? 1 : 2;
    this.more = this.isFull;
    while (ends > 0 && !this.isFull) {
      const now = this.runtime.clock.now();
      const { customerId, line } = place;
      const look = { customerId, line, now, rowsOfLine: this.pace.lanesOfLine };
      const rows = await this.runtime.db.rows(this.round.statements.due, look);
      await this.send(rows, now);
      const isEnd = new Set(rows.map(lineOf)).size < LINES_A_LOOK;
      if (isEnd) ends -= 1;
      place = isEnd ? FIRST_LINE : rows.at(-1)!;
    }
    if (!this.more) this.place = FIRST_LINE;
  }

  private get isFull(): boolean {
    return this.deliveries.size >= this.pace.lanes;
  }

  /** Claims as many of the rows as there are free lanes, and starts their deliveries. */
  private async send(rows: readonly Due[], now: Date): Promise<void> {
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
      const claim = { ids: [...entered.keys()], now, until: secondsAfter(now, LEASE_SECONDS) };
      const claimed = await this.runtime.db.rows(this.round.statements.claim, claim);
      for (const parcel of claimed) {
        this.carry(parcel, entered.get(parcel.id)!);
        entered.delete(parcel.id);
      }
    } finally {
      // Another node claimed these first.
      for (const limits of entered.values()) this.lanes.leave(limits);
    }
  }

  private limitsOf(row: Due): readonly Limit[] {
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
        this.deliveries.delete(way);
        this.lanes.leave(limits);
        if (this.more) this.wake();
      });
    this.deliveries.add(way);
  }

  private async deliver(parcel: P): Promise<void> {
    const { clock, fork } = this.runtime;
    const { rows, deliver, describe, failed } = this.round;
    try {
      await deliver(parcel);
    } catch (error) {
      const now = clock.now();
      const dead = error instanceof Undeliverable || parcel.attempts >= ATTEMPTS;
      const retryAt = dead ? null : secondsAfter(now, delayAfter(parcel.attempts));
      const reason = describe(error);
      failed(parcel, { reason, dead });
      return markFailed(fork(), rows, parcel, { reason, retryAt, now });
    }
    return markDone(fork(), rows, parcel, clock.now());
  }

  private readonly report = (error: unknown): void => this.runtime.log.error({ err: error }, 'an outbox failed');
}

const lineOf = ({ customerId, line }: LinePlace): string => `${customerId} ${line}`;

/** Triples after every attempt, up to a limit. A random part of a fifth keeps rows from coming in waves. */
function delayAfter(attempts: number): number {
  const delay = Math.min(FIRST_DELAY_SECONDS * 3 ** (attempts - 1), DELAY_MAX_SECONDS);
  return delay * (0.8 + (0.4 * newBytes(1)[0]!) / 255);
}
