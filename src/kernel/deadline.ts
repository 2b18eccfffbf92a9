/** Something did not come in time. */
export class Overdue extends Error {
  override readonly name = 'Overdue';
}

/** The result of `work`, or `Overdue` after `seconds`. The work itself is not stopped. */
export async function inTime<T>(work: Promise<T>, seconds: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Overdue(`Not done within ${seconds} seconds.`)), seconds * 1000);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
