/** A difference that is meant, in one aspect of the answers to some requests; what an answer does not have is `-`. */
export interface Difference {
  /** `every`: wherever the two differ in just this way. */
  readonly requests: readonly string[] | 'every';
  readonly aspect: string;
  readonly ours: string;
  readonly theirs: string;
  /** The clause or the decision that has it so. */
  readonly reason: string;
}
