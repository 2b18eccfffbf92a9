/** What the rows of every outbox have, besides the moment when one was done. */
interface OutboxRow {
  attempts: number;
  nextAttemptAt?: Date | null | undefined;
  failedAt?: Date | null | undefined;
}

/** Finds the rows of one state, or all of them for null. `done` names the state of a row that was done; its moment is `<done>At`. */
export function inState<Done extends string>(done: Done, state: Done | 'pending' | 'dead' | null): object {
  const doneAt = `${done}At`;
  if (state === null) return {};
  if (state === 'pending') return { [doneAt]: null, failedAt: null };
  return state === 'dead' ? { [doneAt]: null, failedAt: { $ne: null } } : { [doneAt]: { $ne: null } };
}

/** Has a row that was given up tried again, as often as a new one. */
export function retry(row: OutboxRow, now: Date): void {
  row.failedAt = null;
  row.attempts = 0;
  row.nextAttemptAt = now;
}
