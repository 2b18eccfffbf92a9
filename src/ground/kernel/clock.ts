/** The source of time. Tests use one that stands still or jumps. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A day, in seconds. */
export const DAY_SECONDS = 86_400;

/** The moment `seconds` after `from`. */
export const secondsAfter = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000);

/** Whole seconds since 1970, as JWT dates are written (RFC 7519 §2, NumericDate). */
export const epochSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Starts to measure. The returned function tells how many seconds have passed, whatever happens to the clock. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => (performance.now() - start) / 1000;
}
