import { stopwatch } from '../../kernel/clock.ts';

/** For how long signatures are made before the event loop turns. */
const TURN_SECONDS = 0.01;

/**
 * Makes the signatures of all requests that go on in one turn of the event loop, one right after the other: an ES256 signature
 * takes half as long while its code and tables are still in the processor's caches. A request alone does not wait.
 */
export class SigningQueue {
  private readonly waiting: (() => void)[] = [];

  /** Resolves to what `sign` returns, before the event loop turns unless there are too many. */
  add(sign: () => string): Promise<string> {
    return new Promise((resolve) => {
      // A fault of `sign` rejects the inner promise, and so the outer one.
      const work = (): void => resolve(new Promise<string>((done) => done(sign())));
      // Node runs it when the promises of all requests of this turn have run.
      if (this.waiting.push(work) === 1) process.nextTick(() => this.run());
    });
  }

  private run(): void {
    const passed = stopwatch();
    let done = 0;
    while (done < this.waiting.length && passed() <= TURN_SECONDS) this.waiting[done++]!();
    this.waiting.splice(0, done);
    if (this.waiting.length > 0) setImmediate(() => this.run());
  }
}
