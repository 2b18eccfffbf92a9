/** Tells listeners in this process that new work is committed in the database. */
export class Bell {
  private readonly listeners = new Set<() => void>();

  ring(): void {
    for (const listener of this.listeners) listener();
  }

  /** Calls `listener` at every ring. The returned function removes the listener. */
  onRing(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}
