import { apart } from '../kernel/activity.ts';
import { stopwatch } from '../kernel/clock.ts';
import { outageOf } from '../kernel/database.ts';

/** How often a failure that goes on is reported. */
const REPORT_SECONDS = 60;

/**
 * Runs work that waits in the database: at once when the loop is woken, and at regular intervals. There is one run at a
 * time. A failed run is reported, and the next run tries again. A failure that goes on, such as an outage, is reported once a
 * minute.
 */
export class Loop {
  private running: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  private reported: { readonly cause: string; readonly passed: () => number } | undefined;
  private readonly timer: NodeJS.Timeout | undefined;

  /** `everyMs`: the interval; null for none. The first run begins at once, or after the interval. */
  constructor(
    private readonly work: () => Promise<void>,
    everyMs: number | null,
    private readonly failed: (error: unknown) => void,
    first: 'at once' | 'later' = 'at once',
  ) {
    if (everyMs !== null) this.timer = setInterval(() => this.wake(), everyMs).unref();
    if (first === 'at once') this.wake();
  }

  /** Looks for work now, or when the current run ends. */
  wake(): void {
    if (this.stopped) return;
    this.again = true;
    // A request that wakes the loop is not what its runs are for.
    this.running ??= apart(() => this.run());
  }

  /** Begins no more runs, and waits for the current one. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.again && !this.stopped) {
      this.again = false;
      try {
        await this.work();
      } catch (error) {
        this.report(error);
      }
    }
    this.running = undefined;
  }

  private report(error: unknown): void {
    const cause = outageOf(error) ?? String(error);
    if (this.reported?.cause === cause && this.reported.passed() < REPORT_SECONDS) return;
    this.reported = { cause, passed: stopwatch() };
    this.failed(error);
  }
}
