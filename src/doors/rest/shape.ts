/**
 * `Wanted`, if `Got` has exactly its fields. TypeScript alone allows extra fields in everything but literals, so
 * `answer: ({ user }) => user` would reveal all fields that the document reads.
 */
export type Exactly<Got, Wanted> = Wanted extends readonly (infer WantedItem)[]
  ? Got extends readonly (infer Item)[]
    ? readonly Exactly<Item, WantedItem>[]
    : Wanted
  : Wanted extends object
    ? { [Key in keyof Got | keyof Wanted]: Key extends keyof Wanted ? Part<Got, Wanted, Key> : never }
    : Wanted;

type Part<Got, Wanted, Key extends keyof Wanted> = Key extends keyof Got ? Exactly<Got[Key], Wanted[Key]> : Wanted[Key];

/** The parameters of a path: `/groups/:group_id` has `group_id`. */
export type ParametersOf<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? ParametersOf<Segment> | ParametersOf<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;
