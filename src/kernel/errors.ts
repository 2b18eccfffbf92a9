/** The eight ways a request can fail; every door has one table that turns them into its own statuses. */
export type ErrorKind =
  'invalid' | 'unauthenticated' | 'forbidden' | 'not_found' | 'conflict' | 'rate_limited' | 'unavailable' | 'internal';

interface ErrorDetails {
  /** The input at fault, in the caller's own spelling (a path such as `input.name`). */
  readonly field?: string;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter?: number;
  /** What really happened; for the log, never for the caller. */
  readonly cause?: unknown;
}

/** A failure meant for the caller: `code` is stable, `message` is public, `cause` stays inside. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.field = details.field;
    this.retryAfter = details.retryAfter;
  }
}

/** Input that can never be accepted; `field` names what is wrong with which part. */
export const invalid = (field: string, message: string, code = 'INVALID_INPUT'): AppError =>
  new AppError('invalid', code, message, { field });

/** What a viewer is told of things that do not exist and of things of another customer alike. */
export const notFound = (noun: string): AppError =>
  new AppError('not_found', `${noun.toUpperCase().replaceAll(' ', '_')}_NOT_FOUND`, `No such ${noun}.`);
