import { LRUCache } from 'lru-cache';
import { isStaff, type Viewer } from '../kernel/access.ts';
import { addressKey } from './address.ts';
import { httpErrors } from './errors.ts';
import type { Runtime } from '../kernel/runtime.ts';

/** How many callers’ buckets are kept. A caller whose bucket is dropped has a full one again. */
const CALLERS = 10_000;
/** The most that one GraphQL document may cost. */
export const MAX_COST = 150_000;
/** The cost that a full bucket allows: what a caller can save up. */
export const SAVED_COST = 200_000;
/** The part of the budget that callers without a token get. */
const ANONYMOUS_PART = 0.1;
/** What members get in a second, as a part of what administrators and service accounts get. They save up as much. */
const MEMBER_PART = 0.2;

interface Bucket {
  left: number;
  filledAt: number;
}

/** What a caller has left of what can be saved up, and what comes in a second. */
interface Left {
  readonly left: number;
  readonly perSecond: number;
  readonly most: number;
}

/** Who pays: the user, else the service account, else the address. */
export interface Spender {
  readonly viewer: Viewer;
  readonly ip: string;
}

/**
 * Limits the cost of callers’ requests: a token bucket for each user, each service account and each address without a
 * token. The buckets are in this process alone, so a check takes no round trip.
 */
export class Budget {
  private readonly buckets = new LRUCache<string, Bucket>({ max: CALLERS });

  constructor(private readonly runtime: Runtime) {}

  /** Takes `cost` from the caller's bucket. If the bucket has less, takes nothing and throws `rate_limited`. */
  spend(spender: Spender, cost: number): void {
    const bucket = this.bucketOf(spender);
    if (bucket.left < cost) {
      const retryAfter = Math.ceil((cost - bucket.left) / this.perSecond(spender));
      throw httpErrors.BUDGET_SPENT({ message: `This is too much at once. Try again in ${retryAfter} s.`, retryAfter });
    }
    bucket.left -= cost;
  }

  /** Takes a cost that is known only afterwards. The bucket may go below zero, and then has to fill first. */
  charge(spender: Spender, cost: number): void {
    this.bucketOf(spender).left -= cost;
  }

  /** What the caller has left. */
  left(spender: Spender): Left {
    const { left } = this.bucketOf(spender);
    return { left: Math.max(0, Math.floor(left)), perSecond: this.perSecond(spender), most: mostOf(spender.viewer) };
  }

  private perSecond({ viewer }: Spender): number {
    return this.runtime.settings.limits.costPerSecond * (isMember(viewer) ? MEMBER_PART : partOf(viewer));
  }

  private bucketOf(spender: Spender): Bucket {
    const key = callerKey(spender);
    const full = mostOf(spender.viewer);
    const now = this.runtime.clock.now().getTime();
    let bucket = this.buckets.get(key);
    if (!bucket) this.buckets.set(key, (bucket = { left: full, filledAt: now }));
    const seconds = Math.max(0, now - bucket.filledAt) / 1000;
    bucket.left = Math.min(full, bucket.left + seconds * this.perSecond(spender));
    bucket.filledAt = now;
    return bucket;
  }
}

/** What a caller can save up. */
const mostOf = (viewer: Viewer): number => SAVED_COST * partOf(viewer);

/** What is left as headers: those of the IETF draft on rate limits, in seconds until the bucket is full. */
export function budgetHeaders({ left, perSecond, most }: Left): Readonly<Record<string, string>> {
  const seconds = (cost: number): number => Math.ceil(cost / perSecond);
  return {
    'RateLimit-Policy': `"cost";q=${most};w=${seconds(most)}`,
    RateLimit: `"cost";r=${left};t=${seconds(most - left)}`,
  };
}

const partOf = (viewer: Viewer): number => (viewer.kind === 'anonymous' ? ANONYMOUS_PART : 1);

export const isMember = (viewer: Viewer): boolean => viewer.kind === 'user' && !isStaff(viewer);

/** The key of a caller’s bucket. */
export function callerKey({ viewer, ip }: Spender): string {
  if (viewer.kind === 'user') return `user ${viewer.userId}`;
  return viewer.kind === 'client' ? `client ${viewer.clientId}` : `address ${addressKey(ip)}`;
}
