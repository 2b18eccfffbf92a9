import { LRUCache } from 'lru-cache';
import { callerKey, isMember, type Spender } from '../../ground/http/budget.ts';
import { signedIn } from '../../ground/kernel/access.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { graphqlErrors } from './errors.ts';

/** An operation that costs more than this is large. */
export const LARGE_COST = 10_000;

/** How many large operations of one caller may wait, and for which part of the time that a request may take. */
const WAITING_MAX = 10;
const WAIT_PART = 1 / 3;

/** How many run side by side: each takes as long as all of them together. */
const MEMBERS_AT_ONCE = 1;
const OTHERS_AT_ONCE = 2;

/** Of how many customers and callers it is remembered when they had their last turn. */
const REMEMBERED = 2_000;

interface Waiter {
  readonly customer: string;
  readonly caller: string;
  readonly hasLeft: () => boolean;
  readonly go: () => void;
  readonly refuse: (error: Error) => void;
}

/** Large operations that run one after the other: customers take turns, and so do the callers of each. */
class Line {
  private running = 0;
  private readonly waiting: Waiter[] = [];
  /** The numbers of the last turns of customers and callers. */
  private readonly served = new LRUCache<string, number>({ max: REMEMBERED });
  private turns = 0;

  constructor(
    private readonly atOnce: number,
    private readonly waitMs: number,
  ) {}

  hasRoomFor(caller: string): boolean {
    this.dropThoseWhoLeft();
    return this.waiting.filter((each) => each.caller === caller).length < WAITING_MAX;
  }

  /** Waits for its turn, and returns what ends it. Throws `rate_limited` if that takes too long, or the caller leaves. */
  async begin(customer: string, caller: string, hasLeft: () => boolean): Promise<() => void> {
    const turn = Promise.withResolvers<void>();
    const waiter = { customer, caller, hasLeft, go: turn.resolve, refuse: turn.reject };
    this.waiting.push(waiter);
    this.goOn();
    const late = setTimeout(() => this.drop(waiter), this.waitMs);
    await turn.promise.finally(() => clearTimeout(late));
    return () => {
      this.running -= 1;
      this.goOn();
    };
  }

  private drop(waiter: Waiter): void {
    this.waiting.splice(this.waiting.indexOf(waiter), 1);
    waiter.refuse(graphqlErrors.LARGE_OPERATION_RUNNING({ retryAfter: 1 }));
  }

  private dropThoseWhoLeft(): void {
    for (const waiter of this.waiting.filter(({ hasLeft }) => hasLeft())) this.drop(waiter);
  }

  private goOn(): void {
    this.dropThoseWhoLeft();
    while (this.running < this.atOnce && this.waiting.length > 0) {
      const next = this.waiting.reduce((best, each) => (this.isBefore(each, best) ? each : best));
      this.waiting.splice(this.waiting.indexOf(next), 1);
      this.running += 1;
      this.turns += 1;
      for (const key of [next.customer, next.caller]) this.served.set(key, this.turns);
      next.go();
    }
  }

  /** Whether the one has waited longer for a turn of its customer, or else of its caller. */
  private isBefore(one: Waiter, other: Waiter): boolean {
    const last = (key: string): number => this.served.get(key) ?? 0;
    return (last(one.customer) - last(other.customer) || last(one.caller) - last(other.caller)) < 0;
  }
}

/** Lets large operations wait for each other: those of members, and apart from them those of administrators and services. */
export class LargeOperations {
  private readonly members: Line;
  private readonly others: Line;

  constructor({ settings }: Runtime) {
    const waitMs = settings.server.requestSeconds * WAIT_PART * 1000;
    this.members = new Line(MEMBERS_AT_ONCE, waitMs);
    this.others = new Line(OTHERS_AT_ONCE, waitMs);
  }

  /** Throws `rate_limited` if too many operations of the caller wait. */
  admit(spender: Spender): void {
    if (!this.lineOf(spender).hasRoomFor(callerKey(spender)))
      throw graphqlErrors.LARGE_OPERATION_RUNNING({ retryAfter: 1 });
  }

  /**
   * Waits for the turn of an operation that is admitted, and returns what ends it. Throws `rate_limited` if that takes too long,
   * or the caller leaves.
   */
  begin(spender: Spender, hasLeft: () => boolean): Promise<() => void> {
    const { customerId } = signedIn(spender.viewer);
    return this.lineOf(spender).begin(`customer ${customerId}`, callerKey(spender), hasLeft);
  }

  private lineOf({ viewer }: Spender): Line {
    return isMember(viewer) ? this.members : this.others;
  }
}
