import { Migration } from '@mikro-orm/migrations';

/** The keys that backup codes were hashed with before SECRET_KEY was replaced. */
export class BackupCodeKeys extends Migration {
  override up(): void {
    this.addSql(`
      create table backup_code_keys (
        id uuid primary key,
        sealed_key bytea not null,
        created_at timestamptz not null
      )`);
  }

  override down(): void {
    this.addSql('drop table backup_code_keys');
  }
}
