import { inTime, Overdue } from '../kernel/deadline.ts';
import type { AppError } from '../kernel/errors.ts';
import { graphqlErrors } from './errors.ts';

/** An operation that costs more than this is large. */
export const LARGE_COST = 10_000;
/** How long a large operation waits for the caller's others, in seconds. */
const WAIT_SECONDS = 0.05;

/**
 * Runs the large operations of a caller one after the other: side by side, each would take as long as all of them.
 * Holds no more callers than there are large operations under way.
 */
export class LargeOperations {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Waits for the caller's turn, and returns what ends it; throws `rate_limited` where the wait would be long. */
  async begin(caller: string): Promise<() => void> {
    const before = this.last.get(caller) ?? Promise.resolve();
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const own = Promise.all([before, promise]);
    this.last.set(caller, own);
    void own.then(() => this.last.get(caller) === own && this.last.delete(caller));
    try {
      await inTime(before, WAIT_SECONDS);
      return end;
    } catch (fault) {
      end();
      throw fault instanceof Overdue ? alreadyRunning() : fault;
    }
  }
}

const alreadyRunning = (): AppError => graphqlErrors.LARGE_OPERATION_RUNNING({ retryAfter: 1 });
