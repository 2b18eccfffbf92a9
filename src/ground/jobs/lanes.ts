/** A limit of the work in progress that has this key. */
export interface Limit {
  readonly key: string;
  readonly most: number;
}

/** Counts the work in progress by its keys. Holds no more keys than work. */
export class Lanes {
  private readonly busy = new Map<string, number>();

  /** Takes a place in each of these lanes. Takes none, and returns false, if one is full. */
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
