import { LRUCache } from 'lru-cache';
import type { Origin } from '../../kernel/context.ts';
import { digest } from '../../kernel/secret.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { addressKey } from '../../http/address.ts';
import { Counters, type Counter } from './throttle.counters.ts';
import { clientFailureRates as rates } from './throttle.limit.ts';
import { tooMany } from './throttle.service.ts';

const REMEMBERED = 1000;

/** What a client presents, and from where. */
export interface ClientTry {
  readonly clientId: string;
  readonly secret: string;
  readonly origin: () => Origin;
}

/**
 * Clients that fail to authenticate. A request that is in order costs no query: failures are counted when they happen, by
 * all nodes together, and each node remembers which of its callers have had too many. Credentials that were right before
 * go on being looked at, so that one broken application does not stop its neighbours behind the same address.
 */
export class ClientFailures {
  /** Until when, in milliseconds since 1970, whose tries are refused unseen. */
  private readonly blocked = new LRUCache<string, number>({ max: REMEMBERED });
  private readonly right = new LRUCache<string, true>({ max: REMEMBERED });

  constructor(private readonly runtime: Runtime) {}

  /** Throws `rate_limited` when this caller failed too often. */
  admit(presented: ClientTry): void {
    if (this.blocked.size === 0) return;
    const now = this.runtime.clock.now().getTime();
    const left = Math.max(...limitsOf(presented).map(({ name, what }) => this.until(`${name} ${what}`) - now));
    if (left > 0 && !this.right.has(credentials(presented))) throw tooMany(Math.ceil(left / 1000));
  }

  /** Remembers credentials that were right. */
  succeeded(presented: ClientTry): void {
    this.right.set(credentials(presented), true);
  }

  /** Counts a failure; throws `rate_limited` when it was one too many. */
  async failed(presented: ClientTry): Promise<void> {
    this.right.delete(credentials(presented));
    const counters = this.runtime.get(Counters);
    const limits = limitsOf(presented);
    const counts = await counters.count(...limits);
    let wait = 0;
    for (const [index, { number, resetSeconds }] of counts.entries()) {
      const { name, rate, what } = limits[index]!;
      if (number < rate.points) continue;
      this.block(`${name} ${what}`, resetSeconds);
      if (number > rate.points) wait = Math.max(wait, resetSeconds);
      else this.warn(name, presented);
    }
    if (wait > 0) throw tooMany(wait);
  }

  private until(key: string): number {
    return this.blocked.get(key) ?? 0;
  }

  private block(key: string, seconds: number): void {
    this.blocked.set(key, this.runtime.clock.now().getTime() + seconds * 1000);
  }

  private warn(limit: string, { clientId, origin }: ClientTry): void {
    const { ip, requestId } = origin();
    const hint = 'A caller fails to authenticate as a client; if its address is a proxy of yours, set TRUST_PROXY.';
    this.runtime.log.warn({ limit, clientId, ip, requestId }, hint);
  }
}

function limitsOf({ clientId, origin }: ClientTry): Counter[] {
  const address = addressKey(origin().ip);
  return [
    { name: 'client', rate: rates.byClientAndAddress, what: `${clientId}\n${address}` },
    { name: 'client-address', rate: rates.byAddress, what: address },
  ];
}

const credentials = ({ clientId, secret }: ClientTry): string => digest(`${clientId}\n${secret}`).toString('base64url');
