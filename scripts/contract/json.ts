/** JSON of unknown shape. What is missing, or is of another type, counts as empty. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type Node = { readonly [key: string]: Json };

export const node = (value: Json | undefined): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};
export const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
export const text = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? '');
export const entries = (value: Json | undefined): [string, Json][] => Object.entries(node(value));

/** What a reference stands for. A path in it begins at the root. */
export function resolve(root: Node, value: Json | undefined): Node {
  const reference = node(value)['$ref'];
  if (typeof reference !== 'string') return node(value);
  const found = reference
    .slice(2)
    .split('/')
    .reduce<Json>((part, key) => node(part)[key] ?? {}, root);
  return resolve(root, found);
}
