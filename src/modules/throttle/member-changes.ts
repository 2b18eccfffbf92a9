import { administers } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { throttleErrors } from './errors.ts';
import { SharedRates } from './shared-rates.ts';

const WINDOW_SECONDS = 3600;

/**
 * Limits how much a user who does not administer can change in an hour: every change is an event of the audit trail, and many
 * are rows. Changes that were refused do not count, but for one if the answer may be kept for an Idempotency-Key.
 */
export class MemberChanges {
  constructor(private readonly runtime: Runtime) {}

  /** Runs what changes so many things. Throws `rate_limited` without running it if the user has made too many changes. */
  async run<Result>({ viewer, tx }: RequestContext, things: number, change: () => Promise<Result>): Promise<Result> {
    if (viewer.kind !== 'user' || administers(viewer, 'write')) return change();
    const rates = this.runtime.get(SharedRates);
    const points = this.runtime.settings.limits.memberChangesPerHour;
    const counter = { name: 'change', rate: { points, seconds: WINDOW_SECONDS }, what: viewer.userId };
    const left = rates.waitFor(counter);
    if (left > 0) throw throttleErrors.TOO_MANY_CHANGES({ retryAfter: left });
    rates.add(counter, things);
    let result: Result;
    try {
      result = await change();
    } catch (fault) {
      rates.add(counter, (tx ? 1 : 0) - things);
      tx?.onCommit(() => void rates.tell(counter));
      throw fault;
    }
    // Within a transaction, a second connection could be waited for in vain.
    if (tx) tx.onCommit(() => void rates.tell(counter));
    else await rates.tell(counter);
    return result;
  }
}
