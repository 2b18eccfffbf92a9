import { LRUCache } from 'lru-cache';
import type { Origin } from '../../ground/kernel/context.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { addressKey } from '../../ground/http/address.ts';
import { Counters, type Counter } from './throttle-counters.ts';
import { clientFailureRates as rates } from './throttle-limit.ts';
import { tooMany } from './errors.ts';

const REMEMBERED = 1000;

/** The credentials that a client presents, and its origin. */
export interface ClientTry {
  readonly clientId: string;
  /** The digest of what it presents. */
  readonly secretHash: Buffer;
  readonly origin: () => Origin;
}

/**
 * Limits clients that fail to authenticate. A successful request costs no query: only failures are counted, by all nodes
 * together, and each node remembers which callers had too many. Credentials that worked before are still checked, so one
 * broken application does not stop others behind the same address.
 */
export class ClientFailures {
  /** Callers that are refused without a check, and until when, in milliseconds since 1970. */
  private readonly blocked = new LRUCache<string, number>({ max: REMEMBERED });
  private readonly right = new LRUCache<string, true>({ max: REMEMBERED });

  constructor(private readonly runtime: Runtime) {}

  /** Throws `rate_limited` if this caller has failed too often. */
  admit(presented: ClientTry): void {
    if (this.blocked.size === 0) return;
    const now = this.runtime.clock.now().getTime();
    const left = Math.max(...limitsOf(presented).map(({ name, what }) => this.until(`${name} ${what}`) - now));
    if (left > 0 && !this.knows(presented)) throw tooMany(Math.ceil(left / 1000));
  }

  /** Whether these credentials worked before, as far as this node knows. */
  knows(presented: ClientTry): boolean {
    return this.right.has(credentials(presented));
  }

  /** Remembers credentials that worked. */
  succeeded(presented: ClientTry): void {
    this.right.set(credentials(presented), true);
  }

  /** Counts a failure. Throws `rate_limited` if there were too many. */
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

const credentials = ({ clientId, secretHash }: ClientTry): string => `${clientId}\n${secretHash.toString('base64url')}`;
