import { Migration } from '@mikro-orm/migrations';

/** What a customer asks users who sign up to accept, and when they did. */
export class Terms extends Migration {
  override up(): void {
    this.addSql('alter table customers add column terms_url text, add column terms_text text');
    this.addSql('alter table users add column terms_accepted_at timestamptz');
  }

  override down(): void {
    this.addSql('alter table users drop column terms_accepted_at');
    this.addSql('alter table customers drop column terms_text, drop column terms_url');
  }
}
