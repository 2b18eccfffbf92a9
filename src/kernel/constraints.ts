import { checkViolation, foreignKeyViolation, uniqueViolation } from './database.ts';
import type { AppError } from './errors.ts';

/** What it means to the caller that a constraint of this name was violated. */
type Meanings = Readonly<Record<string, (cause: unknown) => AppError>>;

/** Makes the handler of failures of a module's writes: one that violates a constraint it knows says what that means. */
export const explained =
  (meanings: Meanings) =>
  (cause: unknown): never => {
    const constraint = uniqueViolation(cause) ?? foreignKeyViolation(cause) ?? checkViolation(cause);
    throw (constraint !== undefined && meanings[constraint]?.(cause)) || cause;
  };
