import { LRUCache } from 'lru-cache';
import type { Viewer } from '../kernel/access.ts';
import { addressKey } from './address.ts';
import { httpErrors } from './errors.ts';
import type { Runtime } from '../kernel/runtime.ts';

/** The most callers whose spending is remembered; whoever is forgotten has a full bucket again. */
const CALLERS = 10_000;
/** The most that one GraphQL document may cost. */
export const MAX_COST = 100_000;
/** What a full bucket holds. */
const FULL = 2 * MAX_COST;
/** Callers without a token get this part of what the others get. */
const ANONYMOUS_PART = 0.1;

interface Bucket {
  left: number;
  filledAt: number;
}

/** Who spends: the user, else the service account, else the address. */
export interface Spender {
  readonly viewer: Viewer;
  readonly ip: string;
}

/**
 * What callers may have done for them, weighed by cost: a token bucket for each user, each service account and each
 * address without a token. It lives in this process alone, so that asking it costs no round trip.
 */
export class Budget {
  private readonly buckets = new LRUCache<string, Bucket>({ max: CALLERS });

  constructor(private readonly runtime: Runtime) {}

  /** Takes `cost` from the caller's bucket; throws `rate_limited`, taking nothing, while it holds less. */
  spend(spender: Spender, cost: number): void {
    const bucket = this.bucketOf(spender);
    if (bucket.left < cost) {
      const retryAfter = Math.ceil((cost - bucket.left) / this.perSecond(spender));
      throw httpErrors.BUDGET_SPENT({ message: `This is too much at once. Try again in ${retryAfter} s.`, retryAfter });
    }
    bucket.left -= cost;
  }

  /** Takes what has turned out to be the cost; a bucket that is empty then has to fill again first. */
  charge(spender: Spender, cost: number): void {
    this.bucketOf(spender).left -= cost;
  }

  /** Puts back what was taken for work that was not begun. */
  giveBack(spender: Spender, cost: number): void {
    this.bucketOf(spender).left += cost;
  }

  private perSecond({ viewer }: Spender): number {
    return this.runtime.settings.limits.costPerSecond * partOf(viewer);
  }

  private bucketOf(spender: Spender): Bucket {
    const key = callerKey(spender);
    const full = FULL * partOf(spender.viewer);
    const now = this.runtime.clock.now().getTime();
    let bucket = this.buckets.get(key);
    if (!bucket) this.buckets.set(key, (bucket = { left: full, filledAt: now }));
    const seconds = Math.max(0, now - bucket.filledAt) / 1000;
    bucket.left = Math.min(full, bucket.left + seconds * this.perSecond(spender));
    bucket.filledAt = now;
    return bucket;
  }
}

const partOf = (viewer: Viewer): number => (viewer.kind === 'anonymous' ? ANONYMOUS_PART : 1);

/** What a caller is known by: everything they have done for them at once counts together. */
export function callerKey({ viewer, ip }: Spender): string {
  if (viewer.kind === 'user') return `user ${viewer.userId}`;
  return viewer.kind === 'client' ? `client ${viewer.clientId}` : `address ${addressKey(ip)}`;
}
