interface Line {
  readonly length: number;
  readonly last: Promise<unknown>;
}

/**
 * Lets work on the same thing happen one after the other within this process: of right guesses at the same time, none is
 * then taken for one of a burst of wrong ones. Only so many may be in one line.
 */
export class Queue {
  private readonly lines = new Map<string, Line>();

  constructor(
    private readonly most: number,
    private readonly full: () => Error,
  ) {}

  async inTurn<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.lines.get(what);
    if (line && line.length >= this.most) throw this.full();
    const own = line ? line.last.then(work, work) : work();
    this.lines.set(what, { length: (line?.length ?? 0) + 1, last: own.catch(() => {}) });
    try {
      return await own;
    } finally {
      const { length, last } = this.lines.get(what)!;
      if (length > 1) this.lines.set(what, { length: length - 1, last });
      else this.lines.delete(what);
    }
  }
}
