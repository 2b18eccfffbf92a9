/** A clause of a specification that binds this server. */
export interface Must {
  readonly clause: string;
  /** What it demands, in plain words. */
  readonly must: string;
  /** Words in the names of the tests that prove it. Needed if the clause has several demands. */
  readonly by?: string;
}

/** A clause that this server does not follow, or a feature that it does not offer. */
export interface Declined {
  readonly clause: string;
  readonly what: string;
  readonly why: string;
}

/** A specification, by the name that tests use, and its demands. */
export interface Spec {
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly musts: readonly Must[];
  readonly declined: readonly Declined[];
}

/** A line of a checklist: clause, demand, and words of the test's name if the clause alone is not enough. */
export type Line = readonly [clause: string, must: string, by?: string];

/** Makes a checklist of lines. */
export const checklist = (...lines: readonly Line[]): Must[] =>
  lines.map(([clause, must, by]) => ({ clause, must, ...(by !== undefined && { by }) }));
