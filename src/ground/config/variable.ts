import type * as z from 'zod';

/** The values that defaults may depend on. */
export interface Surroundings {
  /** `PORT`, or its default if `PORT` is invalid. */
  readonly port: number;
  /** The folder for this user's data. See `defaultDataDir`. */
  readonly dataDir: string;
  /** Whether `NODE_ENV` says so. */
  readonly production: boolean;
}

/** A default that depends on other values, and its text in the reference. */
interface DerivedDefault {
  readonly text: string;
  readonly from: (surroundings: Surroundings) => string;
}

/** What happens without a value and without a default: in words, and whether the server generates a value. */
interface Unset {
  readonly text: string;
  readonly generated: (valueOf: (name: string) => unknown) => boolean;
}

interface Description {
  /** One sentence for the operator. */
  readonly about: string;
  /** The format of a value, for the reference and for errors. */
  readonly format: string;
  /** A secret is never printed, and can be given as `NAME_FILE`. */
  readonly secret?: true;
}

/** One environment variable: its name, how its text becomes a `T`, and its description. */
export interface Variable<T = unknown> extends Description {
  readonly name: string;
  readonly type: z.ZodType<T>;
  /** The default, as it would be in the environment. */
  readonly fallback?: string | DerivedDefault;
  readonly unset?: Unset;
}

/** Variables of one section of `Config` and of the reference. */
export interface Section {
  readonly title: string;
  readonly variables: Readonly<Record<string, Variable>>;
}

/** The parsed values of a section's variables, under the same keys. */
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

/** A variable that may be `undefined`. `unset` says what happens then. */
export function optional<T>(
  name: string,
  type: z.ZodType<T>,
  description: Description & { readonly unset: Unset },
): Variable<T | undefined> {
  return { name, type, ...description };
}
