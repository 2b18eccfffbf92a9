import { secondsAfter } from './clock.ts';
import { isCollision, isLocked, isOverdue, outageOf } from './database.ts';
import { Meter } from './meter.ts';
import type { Runtime } from './runtime.ts';

/** How often the log tells of one cause. */
const LOG_SECONDS = 60;

interface Quiet {
  readonly until: Date;
  /** How many requests it was not told of. */
  others: number;
}

/** Tells operators of requests that were put off, because of the database or because they took too long. */
export class PutOff {
  private readonly quiet = new Map<string, Quiet>();

  constructor(private readonly runtime: Runtime) {}

  /** Counts a request that `error` has put off. The log has a line for the first one of each minute and cause. */
  note(error: unknown, place: Readonly<Record<string, unknown>>): void {
    const { clock, log } = this.runtime;
    const cause = causeOf(error);
    this.runtime.get(Meter).listener?.putOff(cause);
    const now = clock.now();
    const quiet = this.quiet.get(cause);
    const isQuiet = quiet !== undefined && now < quiet.until;
    if (isQuiet) quiet.others += 1;
    else this.quiet.set(cause, { until: secondsAfter(now, LOG_SECONDS), others: 0 });
    const others = isQuiet || !quiet?.others ? {} : { others: quiet.others };
    log[isQuiet ? 'debug' : 'warn']({ err: error, cause, ...others, ...place }, 'a request was put off');
  }
}

function causeOf(error: unknown): string {
  if (isCollision(error)) return 'collision';
  if (isLocked(error)) return 'locked';
  if (isOverdue(error)) return 'slow';
  return outageOf(error) ?? 'late';
}
