/**
 * Work that waits in the database, done at once when somebody wakes the loop and looked for every so often besides, one
 * run at a time. A run that fails is reported and tried again at the next look.
 */
export class Loop {
  private running: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  private readonly timer: NodeJS.Timeout | undefined;

  /** `everyMs`: how often to look without being woken; null for never. The first run begins at once, or then. */
  constructor(
    private readonly work: () => Promise<void>,
    everyMs: number | null,
    private readonly failed: (error: unknown) => void,
    first: 'at once' | 'later' = 'at once',
  ) {
    if (everyMs !== null) this.timer = setInterval(() => this.wake(), everyMs).unref();
    if (first === 'at once') this.wake();
  }

  /** Looks for work, now or as soon as the run under way is over. */
  wake(): void {
    if (this.stopped) return;
    this.again = true;
    this.running ??= this.run();
  }

  /** Begins no more runs, and waits for the one under way. */
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
        this.failed(error);
      }
    }
    this.running = undefined;
  }
}
