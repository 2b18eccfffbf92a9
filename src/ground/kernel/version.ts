import { p } from '@mikro-orm/core';
import { kernelErrors } from './errors.ts';

/** What has a version: 1 when it is created, and one more with each change. */
export interface Versioned {
  readonly version: number;
}

/**
 * The version of an entity. A unit of work counts it up when something else of the entity changes. A trigger does so for
 * statements and foreign keys: see the migration that made the column.
 */
export const version = () =>
  p
    .integer()
    .default(1)
    .onUpdate((row: Versioned) => row.version + 1);

/**
 * Throws `VERSION_CONFLICT` if the caller expects another version. Call it with the row locked, so that nothing comes
 * between the check and the write. Null and undefined expect none.
 */
export function checkVersion({ version: currentVersion }: Versioned, expected: number | null | undefined): void {
  if (expected === null || expected === undefined || expected === currentVersion) return;
  throw kernelErrors.VERSION_CONFLICT({
    message: `The version is ${currentVersion} by now, not the expected one. Read it again before you change it.`,
    currentVersion,
  });
}
