import { Migration } from '@mikro-orm/migrations';
import { TEXTS } from './2026-11-23-search-text.ts';

/** Keeps the texts that are searched as columns: to make them again for each row found was most of what a search took. */
export class SearchColumns extends Migration {
  override up(): void {
    for (const [table, text] of Object.entries(TEXTS)) {
      this.addSql(`alter table ${table} add search_text text not null generated always as (${text}) stored`);
      this.addSql(`drop index ${table}_search_index`);
      this.addSql(`create index ${table}_search_index on ${table} using gin (search_text gin_trgm_ops)`);
    }
    // The sample by which a search tells rare parts from common ones.
    this.addSql('alter table users alter search_text set statistics 400');
  }

  override down(): void {
    for (const [table, text] of Object.entries(TEXTS)) {
      this.addSql(`alter table ${table} drop search_text`);
      this.addSql(`create index ${table}_search_index on ${table} using gin ((${text}) gin_trgm_ops)`);
    }
    this.addSql('alter index users_search_index alter column 1 set statistics 400');
  }
}
