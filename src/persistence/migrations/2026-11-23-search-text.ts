import { Migration } from '@mikro-orm/migrations';

const SEPARATORS = `.,;:@_+-/()&"''’`;
const textOf = (...values: string[]): string =>
  `translate(lower(' ' || ${values.join(` || ' ' || `)} || ' '), '${SEPARATORS}', '${' '.repeat(15)}')`;

/** The texts that are searched, with a blank on each side of every word. */
export const TEXTS: Readonly<Record<string, string>> = {
  users: textOf(
    'name',
    'email',
    `coalesce(given_name, '')`,
    `coalesce(family_name, '')`,
    `coalesce(username, '')`,
    `translate(coalesce(phone_number, ''), ' +-./()', '')`,
  ),
  groups: textOf('name', 'description'),
  clients: textOf('name'),
  organizations: textOf('name'),
};

const BEFORE: Readonly<Record<string, string>> = {
  users: 'lower(name || chr(10) || email)',
  groups: 'lower(name || chr(10) || description)',
  clients: 'lower(name)',
  organizations: 'lower(name)',
};

/** Indexes of words, not only of parts: of users also of their other names and phone numbers. */
export class SearchText extends Migration {
  override up(): void {
    this.index(TEXTS);
  }

  override down(): void {
    this.index(BEFORE);
  }

  private index(texts: Readonly<Record<string, string>>): void {
    for (const [table, text] of Object.entries(texts)) {
      this.addSql(`drop index ${table}_search_index`);
      this.addSql(`create index ${table}_search_index on ${table} using gin ((${text}) gin_trgm_ops)`);
    }
    // The sample by which a search tells rare parts from common ones.
    this.addSql('alter index users_search_index alter column 1 set statistics 400');
  }
}
