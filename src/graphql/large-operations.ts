import { callerKey, isMember, type Spender } from '../http/budget.ts';
import { graphqlErrors } from './errors.ts';

/** An operation that costs more than this is large. */
export const LARGE_COST = 10_000;

/** How many large operations of one caller may wait. */
const WAITING_MAX = 10;

/** How many run side by side: each takes as long as all of them together. */
const MEMBERS_AT_ONCE = 1;
const OTHERS_AT_ONCE = 2;

/** Large operations that run one after the other: one of each caller who waits, by turns. */
class Line {
  private running = 0;
  /** Of each caller who waits, in the order of their turns. */
  private readonly callers = new Map<string, (() => void)[]>();

  constructor(private readonly atOnce: number) {}

  hasRoomFor(caller: string): boolean {
    return (this.callers.get(caller)?.length ?? 0) < WAITING_MAX;
  }

  /** Waits for its turn, and returns what ends it. */
  async begin(caller: string): Promise<() => void> {
    const turn = Promise.withResolvers<void>();
    this.callers.set(caller, [...(this.callers.get(caller) ?? []), turn.resolve]);
    this.goOn();
    await turn.promise;
    return () => {
      this.running -= 1;
      this.goOn();
    };
  }

  private goOn(): void {
    for (const [caller, [first, ...others]] of this.callers) {
      if (this.running >= this.atOnce) return;
      this.running += 1;
      // Behind all other callers.
      this.callers.delete(caller);
      if (others.length > 0) this.callers.set(caller, others);
      first!();
    }
  }
}

/** Lets large operations wait for each other: those of members, and apart from them those of administrators and services. */
export class LargeOperations {
  private readonly members = new Line(MEMBERS_AT_ONCE);
  private readonly others = new Line(OTHERS_AT_ONCE);

  /** Throws `rate_limited` if too many operations of the caller wait. */
  admit(spender: Spender): void {
    if (!this.lineOf(spender).hasRoomFor(callerKey(spender)))
      throw graphqlErrors.LARGE_OPERATION_RUNNING({ retryAfter: 1 });
  }

  /** Waits for the turn of an operation that is admitted, and returns what ends it. */
  begin(spender: Spender): Promise<() => void> {
    return this.lineOf(spender).begin(callerKey(spender));
  }

  private lineOf({ viewer }: Spender): Line {
    return isMember(viewer) ? this.members : this.others;
  }
}
