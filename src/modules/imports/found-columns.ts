import type { ImportTarget, ReadColumn } from './columns.ts';

/** A column of a file, and what it is read as. */
export interface FoundColumn {
  readonly column: string;
  /** Null if nothing is read from it. */
  readonly field: ImportTarget | null;
  readonly negated: boolean;
  /** Some of its values. None of what may be a secret. */
  readonly samples: readonly string[];
}

const COLUMNS_MAX = 200;
const NAME_MAX = 255;
const SAMPLES_MAX = 3;
const SAMPLE_MAX_CHARACTERS = 80;
/** Only the first rows are looked at. */
export const SAMPLED_ROWS = 100;

const SECRET_FIELDS: readonly (ImportTarget | null)[] = ['passwordHash', 'passwordSalt'];
const SECRET_NAME = /pass|pwd|hash|salt|secret|token|credential|key/i;
/** What hashes begin with, in a column of any name. */
const HASH = /^\s*(?:\$|\{[A-Za-z0-9-]+\}|AQAAA)/;

/** Collects the columns of a file, with some values of each. */
export class FoundColumns {
  private readonly found = new Map<string, { field: ImportTarget | null; negated: boolean; samples: Set<string> }>();

  /** Notes a column. `read`: how it is read, or null. */
  note(column: string, read: ReadColumn | null): void {
    const name = stored(column, NAME_MAX);
    if (this.found.has(name) || this.found.size >= COLUMNS_MAX) return;
    this.found.set(name, { field: read?.target ?? null, negated: read?.negated ?? false, samples: new Set() });
  }

  /** Notes a value of a column. */
  sample(column: string, value: unknown): void {
    const name = stored(column, NAME_MAX);
    const found = this.found.get(name);
    if (!found || found.samples.size >= SAMPLES_MAX || value === null || value === undefined) return;
    if (SECRET_FIELDS.includes(found.field) || SECRET_NAME.test(name)) return;
    const text = stored(typeof value === 'string' ? value : JSON.stringify(value), SAMPLE_MAX_CHARACTERS);
    if (text !== '' && !HASH.test(text)) found.samples.add(text);
  }

  /** All columns, in their order. */
  list(): FoundColumn[] {
    return [...this.found].map(([column, { samples, ...read }]) => ({ column, ...read, samples: [...samples] }));
  }
}

/** A text that PostgreSQL stores. */
const stored = (text: string, most: number): string => text.trim().slice(0, most).replaceAll('\0', '').toWellFormed();
