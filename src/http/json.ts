import { httpErrors } from './errors.ts';

/** The most lists and objects one inside the other that a JSON text of a caller may have. */
const DEPTH_MAX = 32;

/** What a caller's JSON text says; `invalid` where it is none, nests too deep or holds text that is no Unicode. */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw httpErrors.BROKEN_JSON({ cause });
  }
  const broken = pathOfBroken(value, DEPTH_MAX);
  if (broken) {
    const field = broken.join('.') || 'body';
    throw httpErrors.NOT_UNICODE({
      message: `${field} holds half of a surrogate pair, which is no Unicode text.`,
      field,
    });
  }
  return value;
}

/** Where text stands that holds half of a surrogate pair, which JSON can escape and nothing can store. */
function pathOfBroken(value: unknown, depth: number): string[] | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : [];
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === 0)
    throw httpErrors.JSON_TOO_DEEP({ message: `The body nests deeper than ${DEPTH_MAX} levels.`, field: 'body' });
  for (const [key, item] of Object.entries(value)) {
    if (!key.isWellFormed()) return [];
    const path = pathOfBroken(item, depth - 1);
    if (path) return [key, ...path];
  }
  return undefined;
}
