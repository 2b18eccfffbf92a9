interface Line {
  readonly length: number;
  readonly last: Promise<unknown>;
}

/**
 * Runs work on the same thing one after the other within this process. So simultaneous correct guesses are not taken for a
 * burst of wrong ones. The length of a line is limited.
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
