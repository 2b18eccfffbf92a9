/** A text with its placeholders filled: `{name}` becomes the value of that name. A name without a value becomes nothing. */
export const fillText = (text: string, values: Readonly<Record<string, string | undefined>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''));
