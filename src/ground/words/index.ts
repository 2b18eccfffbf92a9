/**
 * What any catalog of texts needs: texts with placeholders, and the language that suits a reader. The pages, the mails and
 * the console use it, each with its own catalogs. It knows no text and no language, imports nothing of ours, and runs in
 * browsers too. Numbers and times are written by its callers.
 */

type Places<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never;

/** What a text is filled with: a value for each of its placeholders, or nothing if it has none. */
export type Values<Text extends string, Value> = [Places<Text>] extends [never]
  ? []
  : [values: Record<Places<Text>, Value>];

/** The keys of a catalog's texts without placeholders. */
export type PlainKeyOf<Texts extends Readonly<Record<string, string>>> = {
  [Key in keyof Texts]: Values<Texts[Key], never> extends [] ? Key : never;
}[keyof Texts];

/** A text in pieces: what stands between its placeholders, and their values. */
export const fill = <Value>(text: string, values: Readonly<Record<string, Value>> = {}): (string | Value)[] =>
  text.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 0 ? piece : (values[piece] ?? '')));

/**
 * The first of these language tags that is one of the languages. RFC 4647 §3.4: a tag that is not found is shortened until it
 * is, so `en-GB` finds `en`.
 */
export function languageAmong<Language extends string>(
  languages: readonly Language[],
  tags: readonly string[],
): Language | undefined {
  for (const tag of tags)
    for (let parts = tag.toLowerCase().split(/[-_]/); parts.length > 0; parts = parts.slice(0, -1)) {
      const found = languages.find((language) => language.toLowerCase() === parts.join('-'));
      if (found) return found;
    }
  return undefined;
}

/** The first of these language tags that is of the language: `en-GB`. */
export const tagOf = (tags: readonly string[], language: string): string | undefined =>
  tags.find((tag) => tag.toLowerCase().split(/[-_]/)[0] === language);
