/** The most conditions of a filter. */
export const CONDITIONS_MAX = 50;
/** How many objects of a filter may be inside each other. */
export const DEPTH_MAX = 12;

interface Size {
  /** Conditions: a value, or a list of values. */
  readonly conditions: number;
  readonly depth: number;
}

/** How large a filter is, as a caller gave it. */
export function sizeOf(where: unknown): Size {
  const inside = isObject(where) ? Object.values(where) : Array.isArray(where) ? where.filter(isObject) : [];
  if (inside.length === 0) return { conditions: where === undefined ? 0 : 1, depth: 0 };
  const sizes = inside.map(sizeOf);
  return {
    conditions: sizes.reduce((sum, { conditions }) => sum + conditions, 0),
    depth: Math.max(...sizes.map(({ depth }) => depth)) + (isObject(where) ? 1 : 0),
  };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
