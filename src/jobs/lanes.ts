/** A bound on what is under way at a time: how much of it may have this key in common. */
export interface Limit {
  readonly key: string;
  readonly most: number;
}

/** Counts what is under way, by what it has in common. Holds no more keys than there is work under way. */
export class Lanes {
  private readonly busy = new Map<string, number>();

  /** Takes a place in each of these lanes; false, and none is taken, where one of them is full. */
  enter(limits: readonly Limit[]): boolean {
    if (limits.some(({ key, most }) => this.count(key) >= most)) return false;
    for (const { key } of limits) this.busy.set(key, this.count(key) + 1);
    return true;
  }

  leave(limits: readonly Limit[]): void {
    for (const { key } of limits) {
      const left = this.count(key) - 1;
      if (left > 0) this.busy.set(key, left);
      else this.busy.delete(key);
    }
  }

  private count(key: string): number {
    return this.busy.get(key) ?? 0;
  }
}
