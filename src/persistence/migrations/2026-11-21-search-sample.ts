import { Migration } from '@mikro-orm/migrations';

/** A finer sample of users' names and addresses, by which a search tells its rare parts from its common ones. */
export class SearchSample extends Migration {
  override up(): void {
    this.addSql('alter index users_search_index alter column 1 set statistics 400');
  }

  override down(): void {
    this.addSql('alter index users_search_index alter column 1 set statistics -1');
  }
}
