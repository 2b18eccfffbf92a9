import { broken } from '../faults/index.ts';
import { httpErrors } from './errors.ts';

/** How deep a caller’s JSON may nest. */
const DEPTH_MAX = 32;

/** Parses a caller's JSON. Throws `invalid` if it is malformed, nests too deep or has text that is not Unicode. */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw httpErrors.BROKEN_JSON({ cause });
  }
  const path = pathOfBroken(value, DEPTH_MAX);
  if (path) {
    throw httpErrors.NOT_UNICODE({ field: path.join('.') || 'body', broken: broken('surrogate') });
  }
  return value;
}

/** The path of a text with half of a surrogate pair, which JSON can escape but nothing can store. */
function pathOfBroken(value: unknown, depth: number): string[] | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : [];
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === 0) throw httpErrors.JSON_TOO_DEEP({ field: 'body', broken: broken('json_depth', { max: DEPTH_MAX }) });
  for (const [key, item] of Object.entries(value)) {
    if (!key.isWellFormed()) return [];
    const path = pathOfBroken(item, depth - 1);
    if (path) return [key, ...path];
  }
  return undefined;
}
