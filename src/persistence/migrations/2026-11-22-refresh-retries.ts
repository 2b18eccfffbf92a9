import { Migration } from '@mikro-orm/migrations';

/** When a used refresh token was last presented again, by the database's clock. */
export class RefreshRetries extends Migration {
  override up(): void {
    this.addSql('alter table refresh_tokens add column retried_at timestamptz');
  }

  override down(): void {
    this.addSql('alter table refresh_tokens drop column retried_at');
  }
}
