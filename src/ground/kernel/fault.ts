import { isCollision, isOutage, isOverdue } from './database.ts';
import { Overdue } from './deadline.ts';
import { AppError, kernelErrors } from './errors.ts';
import { PutOff } from './put-off.ts';
import type { Runtime } from './runtime.ts';

const LATER = 'The service is not available for the moment. Please try again shortly.';

/**
 * The error that a caller gets for a failure, at every door. An error that is meant for callers stays as it is. If the
 * database is away, hangs or is too busy, or if the request took too long, it is `unavailable`. Null for anything else.
 */
export function publicError(error: unknown): AppError | null {
  if (error instanceof AppError) return error.kind === 'internal' ? null : error;
  if (isCollision(error)) return kernelErrors.DATABASE_BUSY({ message: LATER, retryAfter: 1, cause: error });
  if (isOverdue(error)) return kernelErrors.DATABASE_BUSY({ message: LATER, retryAfter: 5, cause: error });
  if (error instanceof Overdue) return kernelErrors.REQUEST_TIMEOUT({ message: LATER, retryAfter: 5, cause: error });
  if (isOutage(error)) return kernelErrors.DATABASE_UNAVAILABLE({ message: LATER, retryAfter: 5, cause: error });
  return null;
}

/** The same, and tells operators what the caller is not told, with `place`. */
export function errorForCaller(
  error: unknown,
  runtime: Runtime,
  place: Readonly<Record<string, unknown>>,
): AppError | null {
  const told = publicError(error);
  if (told === null) runtime.log.error({ err: error, ...place }, 'request failed');
  else if (told !== error) runtime.get(PutOff).note(error, place);
  return told;
}
