/**
 * Long work of all requests together, such as the items of a long answer: a few milliseconds of it in each turn of the event
 * loop, in the order in which it came. So nobody waits for more than a slice.
 */
import { stopwatch } from '../clock.ts';
import { Slices } from './slices.ts';

/** For how long such work goes on before others are answered. */
const SLICE_SECONDS = 0.002;
/** Somebody who asked so long ago is not answered yet. */
const ASKED_SECONDS = 0.05;

/** Since the last request came. Undefined when it is answered. */
let sinceAsked: (() => number) | undefined;

/** Notes that a request has come. */
export const noteRequest = (): void => void (sinceAsked = stopwatch());

function hasOthers(): boolean {
  if (sinceAsked && sinceAsked() >= ASKED_SECONDS) sinceAsked = undefined;
  return sinceAsked !== undefined;
}

/** One for the process, as the event loop is. */
const slices = new Slices(SLICE_SECONDS, hasOthers);

/** Waits for a slice. Undefined if there is room in this one. */
export const slice = (): Promise<void> | undefined => (slices.haveRoom() ? undefined : laterSlice());

/** Waits for another slice than this one. */
export const laterSlice = (): Promise<void> => new Promise((resolve) => slices.later(() => resolve()));

/** For work that goes on: waits for another slice if this one is over. */
export const goOnInSlice = (): Promise<void> | undefined => (slices.isOver ? slice() : undefined);

/** What each item becomes, in as many slices as that takes. */
export async function inSlices<Item, Result>(items: readonly Item[], work: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  while (results.length < items.length) {
    await slice();
    do results.push(work(items[results.length]!));
    while (results.length < items.length && !slices.isOver);
  }
  return results;
}
