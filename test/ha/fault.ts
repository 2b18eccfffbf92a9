import type { Row } from './report.ts';

/** What can be tried. */
export interface Fault {
  readonly name: string;
  readonly programs: readonly string[];
  /** The longest time without a success that is accepted, in seconds. */
  readonly outageMax: number;
  /** How many requests may fail. */
  readonly failedMax: number;
  /** How many times it strikes, if that can be chosen. */
  readonly times?: number;
  readonly suffer: (kept: boolean, name: string, times: number) => Promise<Row>;
}
