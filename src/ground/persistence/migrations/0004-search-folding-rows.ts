import { SteppedMigration, type Step } from '../stepped-migration.ts';

const LISTED = `created_at > '-infinity'`;
const TABLES = ['users', 'groups', 'clients', 'organizations'];

/** The texts of rows from before, and the indexes that search and list by them. */
export class SearchFoldingRows extends SteppedMigration {
  readonly steps: readonly Step[] = [
    // The trigger has the text.
    ...TABLES.map((table) => ({ table, set: `search_folded = ''`, where: 'search_folded is null' })),
    ...TABLES.flatMap((table) => [
      { index: `${table}_folded_index`, on: `${table} using gin (search_folded gin_trgm_ops)` },
      {
        index: `${table}_list_folded_name_index`,
        on: `${table} (customer_id, (search_folded(name) collate "C"), id) where ${LISTED}`,
      },
    ]),
    {
      index: 'users_list_folded_email_index',
      on: `users (customer_id, (search_address(email_key) collate "C"), id) where ${LISTED}`,
    },
  ];

  override down(): void {
    for (const step of this.steps) if ('index' in step) this.addSql(`drop index ${step.index}`);
  }
}
