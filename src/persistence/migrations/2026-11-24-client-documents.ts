import { Migration } from '@mikro-orm/migrations';

/** Limits a client to some trusted documents. Existing clients have no limit. */
export class ClientDocuments extends Migration {
  override up(): void {
    this.addSql('alter table clients add column documents text[]');
  }

  override down(): void {
    this.addSql('alter table clients drop column documents');
  }
}
