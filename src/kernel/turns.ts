/** How many items of lists all requests together build in one turn of the event loop. */
const ITEMS_A_TURN = 1_000;

/** Returns the list at once, or when it may be built. Other requests are answered between the turns. */
export function inTurn<List extends readonly unknown[]>(list: List): List | Promise<List> {
  if (turns.begin(list.length)) return list;
  return new Promise((resolve) => turns.wait(list.length, () => resolve(list)));
}

/** Which lists are built in this turn of the event loop, and which ones wait. */
class Turns {
  private built = 0;
  private readonly waiting: { readonly items: number; readonly go: () => void }[] = [];

  /** Whether so many items may be built in this turn. */
  begin(items: number): boolean {
    if (this.waiting.length > 0 || this.built >= ITEMS_A_TURN) return false;
    this.build(items);
    return true;
  }

  wait(items: number, go: () => void): void {
    this.waiting.push({ items, go });
  }

  private build(items: number): void {
    if (this.built === 0) setImmediate(() => this.next());
    // An empty list counts, too.
    this.built += Math.max(1, items);
  }

  private next(): void {
    this.built = 0;
    while (this.built < ITEMS_A_TURN && this.waiting.length > 0) {
      const { items, go } = this.waiting.shift()!;
      this.build(items);
      go();
    }
  }
}

const turns = new Turns();
