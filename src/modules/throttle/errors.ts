import { errors, type AppError, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  TOO_MANY_TRIES: ['rate_limited', 'Too many tries. Wait, then try again.'],
  TOO_MANY_CHANGES: ['rate_limited', 'You have changed too much in the last hour. Wait, then go on.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why an attempt is refused for a while. */
export const throttleErrors = errors('throttle', codes);

/** The answer to an attempt that comes too early. It is the same for every account. */
export const tooMany = (retryAfter: number): AppError => throttleErrors.TOO_MANY_TRIES({ retryAfter });
