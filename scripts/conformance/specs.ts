/** A clause of a specification that binds this server. */
export interface Must {
  readonly clause: string;
  /** What it demands, in our own words. */
  readonly must: string;
  /** Words that the name of a test has which proves it; for clauses that demand several things. */
  readonly by?: string;
}

/** A clause that this server does not follow, or a feature that it does not offer. */
export interface Declined {
  readonly clause: string;
  readonly what: string;
  readonly why: string;
}

/** A specification as tests name it, and what of it is looked for. */
export interface Spec {
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly musts: readonly Must[];
  readonly declined: readonly Declined[];
}

/** A line of a checklist: clause, demand, and words of the test's name where the clause alone does not find it. */
export type Line = readonly [clause: string, must: string, by?: string];

/** The checklist that these lines are. */
export const checklist = (...lines: readonly Line[]): Must[] =>
  lines.map(([clause, must, by]) => ({ clause, must, ...(by !== undefined && { by }) }));
