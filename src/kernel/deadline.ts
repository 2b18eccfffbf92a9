/** Something did not come in time. */
export class Overdue extends Error {
  override readonly name = 'Overdue';
}

/** What `work` comes to, or `Overdue` once `seconds` have passed; what becomes of the work then is nobody's concern. */
export async function inTime<T>(work: Promise<T>, seconds: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Overdue(`Not done within ${seconds} seconds.`)), seconds * 1000);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
