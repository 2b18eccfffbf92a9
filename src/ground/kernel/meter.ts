import { currentSpan } from './activity.ts';
import { stopwatch } from './clock.ts';

/** What features report to the operator’s metrics. Every name and outcome is one of a few. */
export interface Measures {
  /** A token request was answered: `result` is `issued`, or the error. */
  token(grant: string, result: string): void;
  /** A login started its session. `amr` has the RFC 8176 names of what was proved. */
  loggedIn(amr: readonly string[]): void;
  /** A login failed. */
  loginFailed(reason: string): void;
  /** A user who had signed in proved the second factor, too. */
  steppedUp(): void;
  /** A password was hashed or verified. */
  hashed(seconds: number): void;
  /** PostgreSQL answered a statement. */
  statement(name: string, seconds: number): void;
  /** A request was refused because there were too many. */
  overloaded(): void;
  /** A request was put off for this cause. */
  putOff(cause: string): void;
  /** Expired rows of a table were deleted. */
  swept(table: string, rows: number): void;
  /** A whole clean-up succeeded. */
  cleanedUp(at: Date): void;
}

/** Passes on what features report. Without a listener, reporting costs no more than looking for it. */
export class Meter {
  listener: Measures | undefined;

  /**
   * Does the work, and reports how long a statement of this name took. In a trace, `summary` says what one without a name
   * does.
   */
  async statement<Result>(name: string, work: () => Promise<Result>, summary?: () => string): Promise<Result> {
    const { listener } = this;
    const parent = currentSpan();
    if (!listener && !parent) return work();
    const query = parent && (summary?.() ?? name);
    const span = parent?.child('client', query!, { 'db.system.name': 'postgresql', 'db.query.summary': query });
    const passed = stopwatch();
    try {
      const result = await work();
      listener?.statement(name, passed());
      span?.end();
      return result;
    } catch (error) {
      span?.end(error);
      throw error;
    }
  }
}
