/** One option of a command. Without `value` it is a switch. */
interface Option {
  readonly about: string;
  /** What the help calls the text that follows, such as `<name>`. */
  readonly value?: string;
  readonly required?: true;
  /** It may be typed without its name. */
  readonly positional?: true;
  /** The only texts that may follow. */
  readonly choices?: readonly string[];
}

/** A command's options by their long names. */
export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O extends { readonly choices: readonly (infer Choice)[] } ? Choice : string;

/** What a command's options were given as. */
export type Given<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends { readonly value: string }
    ? O[Name] extends { readonly required: true }
      ? ValueOf<O[Name]>
      : ValueOf<O[Name]> | undefined
    : boolean;
};

/** What a command found or did: `data` for programs, `text` for people. `failed` makes the exit code 1 all the same. */
export interface Report {
  readonly data: unknown;
  readonly text: string;
  readonly failed?: boolean;
}

/** One command of the command line. */
export interface Command {
  /** One word or two, as they are typed. */
  readonly name: string;
  /** One sentence without a full stop at its end, for the list of commands. */
  readonly summary: string;
  /** What else its help says. */
  readonly details: string;
  readonly options: Options;
  readonly run: (given: Given<Options>) => Promise<Report>;
}

interface Definition<O extends Options> {
  readonly summary: string;
  readonly details: string;
  readonly options: O;
  /** Loads the code it needs itself, so that asking for help stays fast. */
  readonly run: (given: Given<O>) => Promise<Report>;
}

/** A command whose `run` gets its options by their types. */
export function command<const O extends Options>(name: string, definition: Definition<O>): Command {
  // The parser gives every command what its own options say, which the compiler cannot follow through a list of commands.
  return { name, ...definition } as unknown as Command;
}
