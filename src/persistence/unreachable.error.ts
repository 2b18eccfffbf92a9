/** A database that no connection can be made to; the message says why, and holds no password. */
export class UnreachableDatabaseError extends Error {
  override readonly name = 'UnreachableDatabaseError';
}
