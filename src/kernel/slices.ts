/**
 * Long work of all requests together, such as the items of a long answer: a few milliseconds of it in each turn of the event
 * loop, in the order in which it came. So nobody waits for more than a slice.
 */
import { stopwatch } from './clock.ts';

/** For how long such work goes on before others are answered. */
const SLICE_SECONDS = 0.004;
/** While somebody asks, others get as much time as the slices take. */
const OTHERS_PART = 1;
/** Somebody who asked so long ago is not answered yet. */
const ASKED_SECONDS = 0.05;

class Slices {
  private readonly waiting: (() => void)[] = [];
  /** Since the slice of this turn began. Undefined before the first work of a turn. */
  private passed: (() => number) | undefined;
  private sinceAsked = stopwatch();
  private isAsked = false;

  /** Notes that a request has come. */
  noteRequest(): void {
    this.isAsked = true;
    this.sinceAsked = stopwatch();
  }

  /** Waits for a slice. Undefined if there is room in this one. */
  turn(): Promise<void> | undefined {
    const passed = this.passed ?? this.begin();
    if (this.waiting.length === 0 && passed() < SLICE_SECONDS) return undefined;
    return new Promise((resolve) => void this.waiting.push(resolve));
  }

  /** Whether the slice that a turn gave is over. */
  get isOver(): boolean {
    return !this.passed || this.passed() >= SLICE_SECONDS;
  }

  private begin(): () => number {
    const passed = (this.passed = stopwatch());
    setImmediate(() => this.rest(passed()));
    return passed;
  }

  /** Leaves the event loop to others for a while if there are any. */
  private rest(used: number): void {
    if (this.waiting.length === 0) this.passed = undefined;
    else if (!this.hasOthers()) void this.goOn();
    else setTimeout(() => void this.goOn(), used * OTHERS_PART * 1000);
  }

  private hasOthers(): boolean {
    this.isAsked &&= this.sinceAsked() < ASKED_SECONDS;
    return this.isAsked;
  }

  private async goOn(): Promise<void> {
    const passed = this.begin();
    while (this.waiting.length > 0 && passed() < SLICE_SECONDS) {
      this.waiting.shift()!();
      // The work goes on in microtasks, which are a part of the slice.
      await Promise.resolve();
    }
  }
}

/** One for the process, as the event loop is. */
export const slices = new Slices();

/** Returns the list at once, or when it may be built. */
export function inTurn<List extends readonly unknown[]>(list: List): List | Promise<List> {
  const turn = slices.turn();
  return turn ? turn.then(() => list) : list;
}

/** What each item becomes, in as many slices as that takes. */
export async function inSlices<Item, Result>(items: readonly Item[], work: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  while (results.length < items.length) {
    await slices.turn();
    do results.push(work(items[results.length]!));
    while (results.length < items.length && !slices.isOver);
  }
  return results;
}
