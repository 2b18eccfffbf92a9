import { Migration } from '@mikro-orm/migrations';

/** The client that a user acted through. */
export class AuditClient extends Migration {
  override up(): void {
    this.addSql('alter table audit_events add column client_id text');
  }

  override down(): void {
    this.addSql('alter table audit_events drop column client_id');
  }
}
