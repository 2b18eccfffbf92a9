import { LRUCache } from 'lru-cache';
import type { RE2JS } from 're2js';
import { fault } from '../../ground/kernel/errors.ts';

/** The most characters of a pattern. */
export const PATTERN_MAX = 255;
/** The most instructions of a compiled pattern. A match takes at most so many steps for each character. */
const PROGRAM_MAX = 500;

const compiled = new LRUCache<string, RE2JS>({ max: 500 });
let engine: typeof RE2JS | undefined;

/** Loads the engine, which is only needed where a pattern is. Its time is linear, so no pattern can block the server. */
export async function loadPatterns(): Promise<void> {
  engine ??= (await import('re2js')).RE2JS;
}

/** Whether the whole text matches the pattern. */
export function matchesPattern(pattern: string, text: string): boolean {
  let program = compiled.get(pattern);
  if (!program) compiled.set(pattern, (program = engine!.compile(`^(?:${pattern})$`)));
  return program.testExact(text);
}

/** Checks a pattern of a definition: RE2's syntax, as far as browsers have it, too. */
export function readPattern(field: string, pattern: string): string {
  if (pattern.length > PATTERN_MAX) throw fault(field, 'too_long', { max: PATTERN_MAX });
  let size: number;
  try {
    size = engine!.compile(pattern).programSize();
    // Forms use the same pattern: HTML has them compiled with this flag.
    RegExp(pattern, 'v');
  } catch {
    throw fault(field, 'regular_expression');
  }
  if (size > PROGRAM_MAX) throw fault(field, 'too_complex');
  return pattern;
}
