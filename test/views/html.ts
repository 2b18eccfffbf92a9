/** One start tag of a rendered page: its name, and its attributes as they stand, still escaped. */
export interface Tag {
  name: string;
  attributes: ReadonlyMap<string, string>;
}

/** The start tags of a page in order. Reads what Preact writes: every attribute value in double quotes, or none. */
export function tagsOf(html: string): Tag[] {
  return [...html.matchAll(/<([a-z][^\s/>]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, name = '', rest = '']) => ({
      name,
      attributes: new Map(
        [...rest.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [key, value]),
      ),
    }),
  );
}

/** What a page is made of without any of its words: a text that became an element would show here. */
export function skeletonOf(html: string): string[] {
  return tagsOf(html).map(({ name, attributes }) => [name, ...attributes.keys()].join(' '));
}

const CHOICES = new Set([
  'by',
  'code',
  'current',
  'event',
  'field',
  'kind',
  'language',
  'locale',
  'note',
  'notice',
  'problem',
  'to',
  'variant',
]);

/** A context with every text in it replaced, but for those that choose between sentences of ours. */
export function withTexts(context: unknown, text: string): unknown {
  const replace = (value: unknown, parent: string): unknown => {
    if (typeof value === 'string') return text;
    if (Array.isArray(value)) return value.map((item) => replace(item, parent));
    if (value === null || typeof value !== 'object' || value instanceof Date) return value;
    const entries = Object.entries(value).map(([key, item]) => [
      parent === 'hidden' ? text + key : key,
      CHOICES.has(key) && !('subject' in value) ? item : replace(item, key),
    ]);
    return Object.fromEntries(entries) as unknown;
  };
  return replace(context, '');
}
