/** One option of a command. Without `value` it is a switch. */
interface Option {
  readonly about: string;
  /** The name of the value in the help, such as `<name>`. */
  readonly value?: string;
  readonly required?: true;
  /** Its value may be typed without the option's name. */
  readonly positional?: true;
  /** The only allowed values. */
  readonly choices?: readonly string[];
}

/** A command's options by their long names. */
export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O extends { readonly choices: readonly (infer Choice)[] } ? Choice : string;

/** The values of a command's options. */
export type Given<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends { readonly value: string }
    ? O[Name] extends { readonly required: true }
      ? ValueOf<O[Name]>
      : ValueOf<O[Name]> | undefined
    : boolean;
};

/** The result of a command: `data` for programs, `text` for people. `failed` makes the exit code 1. */
export interface Report {
  readonly data: unknown;
  readonly text: string;
  readonly failed?: boolean;
}

/** One command of the command line. */
export interface Command {
  /** One word or two. */
  readonly name: string;
  /** One sentence without a full stop at its end, for the list of commands. */
  readonly summary: string;
  /** More text for its help. */
  readonly details: string;
  readonly options: Options;
  readonly run: (given: Given<Options>) => Promise<Report>;
}

interface Definition<O extends Options> {
  readonly summary: string;
  readonly details: string;
  readonly options: O;
  /** Loads its own code, so that the help stays fast. */
  readonly run: (given: Given<O>) => Promise<Report>;
}

/** Defines a command. `run` gets the typed options. */
export function command<const O extends Options>(name: string, definition: Definition<O>): Command {
  // The parser gives every command values of its own options. The compiler cannot follow this through a list.
  return { name, ...definition } as unknown as Command;
}
