/**
 * Lets work on the same thing happen one after the other within this process: of right guesses at the same time, none is
 * then taken for one of a burst of wrong ones.
 */
export class Queue {
  private readonly last = new Map<string, Promise<unknown>>();

  async inTurn<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(what);
    const own = before ? before.then(work, work) : work();
    const settled = own.catch(() => {});
    this.last.set(what, settled);
    try {
      return await own;
    } finally {
      if (this.last.get(what) === settled) this.last.delete(what);
    }
  }
}
