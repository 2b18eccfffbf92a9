/** Tells who listens in this process that there is something new in the database, once it is committed. */
export class Bell {
  private readonly listeners = new Set<() => void>();

  ring(): void {
    for (const listener of this.listeners) listener();
  }

  /** Calls `listener` at every ring, until what it returns is called. */
  onRing(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}
