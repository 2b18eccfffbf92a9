import { stopwatch } from '../clock.ts';

/** For how long work goes on before the event loop turns to timers, and to what the database has answered. */
const SLICE_SECONDS = 0.01;

/** For how many times as long as a slice took the event loop is then left to others. */
const TIMES_FOR_OTHERS = 2;

/** Work of many requests, in the order in which it came: one slice in each turn of the event loop. */
export class Slices {
  private readonly waiting: ((behind: number) => void)[] = [];
  /** Since the slice began. Undefined before the first work of a turn. */
  private passed: (() => number) | undefined;

  constructor(
    private readonly seconds = SLICE_SECONDS,
    /** Whether there are others, to whom the event loop is left after each slice. */
    private readonly hasOthers: () => boolean = () => false,
  ) {}

  /** Whether work that comes now may be done in this turn. */
  haveRoom(): boolean {
    const passed = this.passed ?? this.begin();
    return this.waiting.length === 0 && passed() <= this.seconds;
  }

  /** Whether work that goes on is to wait for another turn. */
  get isOver(): boolean {
    return !this.passed || this.passed() > this.seconds;
  }

  /** Does the work in one of the next turns. It is told how much waits behind it. */
  later(work: (behind: number) => void): void {
    if (!this.passed) this.begin();
    this.waiting.push(work);
  }

  private begin(): () => number {
    const passed = (this.passed = stopwatch());
    setImmediate(() => this.end(passed()));
    return passed;
  }

  private end(seconds: number): void {
    if (this.waiting.length === 0) this.passed = undefined;
    else if (this.hasOthers()) setTimeout(() => void this.goOn(), seconds * TIMES_FOR_OTHERS * 1000);
    else void this.goOn();
  }

  private async goOn(): Promise<void> {
    const passed = this.begin();
    let done = 0;
    for (const work of this.waiting) {
      done += 1;
      work(this.waiting.length - done);
      // What follows from it in microtasks is a part of the slice, too. A tick that one of them asks for comes after all.
      await Promise.resolve();
      await new Promise<void>((resolve) => process.nextTick(resolve));
      if (passed() > this.seconds) break;
    }
    this.waiting.splice(0, done);
  }
}
