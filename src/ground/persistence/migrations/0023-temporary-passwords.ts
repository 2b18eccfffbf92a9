import { Migration } from '@mikro-orm/migrations';

/**
 * Administrators give users temporary passwords. One is temporary as long as `password_changed_at` is the same moment. So it
 * is none any more after any change of the password, also by a server of the version before.
 */
export class TemporaryPasswords extends Migration {
  override up(): void {
    this.addSql('alter table users add column temporary_password_at timestamptz');
  }

  override down(): void {
    this.addSql('alter table users drop column temporary_password_at');
  }
}
