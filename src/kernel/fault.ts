import { isCollision, isOutage, isOverdue } from './database.ts';
import { Overdue } from './deadline.ts';
import { AppError, kernelErrors } from './errors.ts';
import type { Log } from './log.ts';

const LATER = 'The service is not available for the moment. Please try again shortly.';

/**
 * What a caller may be told of a failure, whichever door it left by: an error meant for the caller as it is; a database
 * that is away, hangs or gave up among too many, and a request that took too long, as `unavailable`. Null for what nobody
 * foresaw.
 */
export function publicError(error: unknown): AppError | null {
  if (error instanceof AppError) return error.kind === 'internal' ? null : error;
  if (isCollision(error)) return kernelErrors.DATABASE_BUSY({ message: LATER, retryAfter: 1, cause: error });
  if (isOverdue(error)) return kernelErrors.DATABASE_BUSY({ message: LATER, retryAfter: 5, cause: error });
  if (error instanceof Overdue) return kernelErrors.REQUEST_TIMEOUT({ message: LATER, retryAfter: 5, cause: error });
  if (isOutage(error)) return kernelErrors.DATABASE_UNAVAILABLE({ message: LATER, retryAfter: 5, cause: error });
  return null;
}

/** The same, with what the caller is not told written to the log; `place` is how it is found there. */
export function toldError(error: unknown, log: Log, place: Readonly<Record<string, unknown>>): AppError | null {
  const told = publicError(error);
  if (told === null) log.error({ err: error, ...place }, 'request failed');
  else if (told !== error) log.warn({ err: error, ...place }, 'a request was put off');
  return told;
}
