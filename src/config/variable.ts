import type * as z from 'zod';

/** What a default may depend on. */
export interface Surroundings {
  /** `PORT`, or its default where `PORT` is at fault. */
  readonly port: number;
  /** The folder this user's data goes to, see `defaultDataDir`. */
  readonly dataDir: string;
  /** Whether `NODE_ENV` says so. */
  readonly production: boolean;
}

/** A default that depends on the surroundings, and how the reference words it. */
interface DerivedDefault {
  readonly text: string;
  readonly from: (surroundings: Surroundings) => string;
}

/** What happens without a value where there is no default: in words, and whether one is then generated, given the others. */
interface Unset {
  readonly text: string;
  readonly generated: (valueOf: (name: string) => unknown) => boolean;
}

interface Description {
  /** One sentence for the operator. */
  readonly about: string;
  /** What a value must look like: the reference shows it, and a fault expects it. */
  readonly format: string;
  /** A secret is never printed, and can be given as `NAME_FILE`. */
  readonly secret?: true;
}

/** One environment variable: its name, how its text becomes a `T`, and what is said about it. */
export interface Variable<T = unknown> extends Description {
  readonly name: string;
  readonly type: z.ZodType<T>;
  /** The default, written as it would be in the environment. */
  readonly fallback?: string | DerivedDefault;
  readonly unset?: Unset;
}

/** Variables that stand together in `Config` and in the reference. */
export interface Section {
  readonly title: string;
  readonly variables: Readonly<Record<string, Variable>>;
}

/** What a section's variables parse to, under the same keys. */
export type Values<S extends Section> = {
  readonly [K in keyof S['variables']]: S['variables'][K] extends Variable<infer T> ? T : never;
};

/** A variable that always has a value. */
export function variable<T>(
  name: string,
  type: z.ZodType<T>,
  description: Description & { readonly fallback: string | DerivedDefault },
): Variable<T> {
  return { name, type, ...description };
}

/** A variable that may stay `undefined`; `unset` says what happens then. */
export function optional<T>(
  name: string,
  type: z.ZodType<T>,
  description: Description & { readonly unset: Unset },
): Variable<T | undefined> {
  return { name, type, ...description };
}
