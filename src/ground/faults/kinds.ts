import type { en } from './en.ts';

/** A rule that an input can break. */
export type Rule = keyof typeof en;

/**
 * The kinds of parameters. A `name` is that of another field, and a `word` a value that doors write in their own way, such as
 * PAIRWISE and pairwise, and a `count` is written with separators. Behind a bar stands what joins the last two items in a sentence, if no comma does.
 */
interface Kinds {
  readonly value: string | number;
  readonly count: number;
  readonly list: readonly (string | number)[];
  readonly name: string;
  readonly names: readonly string[];
  readonly word: string;
  readonly words: readonly string[];
}
export type Kind = keyof Kinds;
export type Joint = 'and' | 'or';

export type ParameterValue = Kinds[Kind];
/** The parameters of any rule. */
export type AnyParameters = Readonly<Record<string, ParameterValue>>;

/** The placeholders of a text, with their kinds. */
export type Placeholder<Text> = Text extends `${string}{${infer Inside}}${infer Rest}`
  ? Inside | Placeholder<Rest>
  : never;

type NameOf<Inside> = Inside extends `${infer Name}:${string}` ? Name : Inside;
type KindOf<Inside> = Inside extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}|${Joint}`
    ? Name
    : Rest
  : 'value';
type ValueOf<Inside> = KindOf<Inside> extends infer Name extends Kind ? Kinds[Name] : never;
type Own<R extends Rule> = Exclude<Placeholder<(typeof en)[R]>, 'field'>;

/** The parameters of a rule. */
export type Parameters<R extends Rule> = { readonly [Inside in Own<R> as NameOf<Inside> & string]: ValueOf<Inside> };

/** What follows the rule in a call: its parameters, or nothing if it has none. */
export type Given<R extends Rule> = [Own<R>] extends [never] ? [] : [parameters: Parameters<R>];

/** A broken rule. */
export interface Broken {
  readonly rule: Rule;
  readonly parameters: AnyParameters;
}

/** Says which rule is broken, and with what. */
export const broken = <R extends Rule>(rule: R, ...[parameters]: Given<R>): Broken => ({
  rule,
  parameters: parameters ?? {},
});

/** The sentences of the rules in a language. */
export type Catalog = Readonly<Record<Rule, string>>;

/** The same, without a placeholder that the English sentence does not have. */
export type CatalogOf<Texts extends Catalog> = {
  readonly [R in Rule]: NameOf<Placeholder<Texts[R]>> extends NameOf<Placeholder<(typeof en)[R]>> ? Texts[R] : never;
};
