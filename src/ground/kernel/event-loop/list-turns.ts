import { laterSlice, slice } from './long-work.ts';

/** A list of more items is built in parts of so many. */
const LONG_LIST = 100;
const PART_ITEMS = 50;

type MaybeLater<Value> = Value | Promise<Value>;

/** The lists of one request that wait for a slice, and the reads that wait for them. */
export class ListTurns {
  private waiting = 0;
  private held: (() => void)[] = [];
  /** Whether anybody waits for them still. If not, lists are empty, so that the rest takes no time. */
  areAwaited: () => boolean = () => true;

  /** Returns the list at once, or when it may be built. The items of a long one come in parts, each when it may be built. */
  give<Item>(list: readonly Item[]): MaybeLater<readonly MaybeLater<Item>[]> {
    if (!this.areAwaited()) return [];
    const turn = slice();
    const items = list.length > LONG_LIST ? this.inParts(list) : list;
    return turn ? this.after(turn, () => items) : items;
  }

  /** Calls `send` when whatever can be done now is done, and no list waits. */
  send(send: () => void): void {
    void Promise.resolve().then(() => process.nextTick(() => (this.waiting === 0 ? send() : this.held.push(send))));
  }

  private inParts<Item>(list: readonly Item[]): MaybeLater<Item>[] {
    const items: MaybeLater<Item>[] = list.slice(0, PART_ITEMS);
    for (let from = PART_ITEMS; from < list.length; from += PART_ITEMS) {
      const turn = this.after(laterSlice(), () => {});
      for (const item of list.slice(from, from + PART_ITEMS)) items.push(turn.then(() => item));
    }
    return items;
  }

  private async after<Result>(turn: Promise<void>, then: () => Result): Promise<Result> {
    this.waiting += 1;
    await turn;
    this.waiting -= 1;
    if (this.waiting === 0) for (const send of this.held.splice(0)) this.send(send);
    return then();
  }
}
