import { LRUCache } from 'lru-cache';
import { graphqlErrors } from './errors.ts';

/** An operation that costs more than this is large. */
export const LARGE_COST = 10_000;

/** The most callers whose last large operation is remembered. */
const CALLERS = 1_000;

/**
 * Runs one large operation of a caller at a time: side by side, each would take as long as all of them. Those that arrive
 * while it runs are refused, even if they are read only after its end, so that they do not wait for each other in line.
 */
export class LargeOperations {
  /** When each caller's last one ended, in the order of arrivals and ends; Infinity while it runs. */
  private readonly ended = new LRUCache<string, number>({ max: CALLERS });
  private now = 0;

  /** The place of a request in that order. */
  arrive(): number {
    return (this.now += 1);
  }

  /** Returns what ends the operation; throws `rate_limited` if another one of the caller ran when the request arrived. */
  begin(caller: string, arrival: number): () => void {
    if ((this.ended.get(caller) ?? 0) > arrival) throw graphqlErrors.LARGE_OPERATION_RUNNING({ retryAfter: 1 });
    this.ended.set(caller, Infinity);
    return () => void this.ended.set(caller, this.arrive());
  }
}
