import { checkViolation, foreignKeyViolation, uniqueViolation } from './database.ts';
import type { AppError } from './errors.ts';

/** The error for a violated constraint, by the constraint’s name. */
type Meanings = Readonly<Record<string, (cause: unknown) => AppError>>;

/** Makes a handler that translates violated constraints of a module's tables into its errors. */
export const explained =
  (meanings: Meanings) =>
  (cause: unknown): never => {
    const constraint = uniqueViolation(cause) ?? foreignKeyViolation(cause) ?? checkViolation(cause);
    throw (constraint !== undefined && meanings[constraint]?.(cause)) || cause;
  };
