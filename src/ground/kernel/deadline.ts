/** Something did not come in time. */
export class Overdue extends Error {
  override readonly name = 'Overdue';
}

/**
 * The result of `work`, or `Overdue` after `seconds`. The work itself is not stopped. What has come by then counts, even if a busy
 * process has not read it yet.
 */
export function inTime<T>(work: Promise<T>, seconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Overdue(`Not done within ${seconds} seconds.`));
    const timer = setTimeout(() => setImmediate(late), seconds * 1000);
    const settle =
      <Outcome>(end: (outcome: Outcome) => void) =>
      (outcome: Outcome): void => {
        clearTimeout(timer);
        end(outcome);
      };
    work.then(settle(resolve), settle(reject));
  });
}
