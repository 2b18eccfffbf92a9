import { Slices } from './slices.ts';

/**
 * Work of one kind of all requests that go on in one turn of the event loop, done one right after the other: an ES256 signature
 * takes half as long while its code and tables are still in the processor's caches. A request alone does not wait.
 */
export class Batch {
  private readonly slices = new Slices();
  private readonly waiting: (() => void)[] = [];

  /** Resolves to what `work` returns, before the event loop turns unless there is too much. */
  add<Result>(work: () => Result): Promise<Result> {
    return new Promise((resolve) => {
      // A fault of `work` rejects the inner promise, and so the outer one.
      const one = (): void => resolve(new Promise<Result>((done) => done(work())));
      // Node runs it when the promises of all requests of this turn have run.
      if (this.waiting.push(one) === 1) process.nextTick(() => this.begin());
    });
  }

  private begin(): void {
    if (this.slices.haveRoom()) this.run();
    else this.slices.later(() => this.run());
  }

  private run(): void {
    let done = 0;
    do this.waiting[done++]!();
    while (done < this.waiting.length && !this.slices.isOver);
    this.waiting.splice(0, done);
    if (this.waiting.length > 0) this.slices.later(() => this.run());
  }
}
