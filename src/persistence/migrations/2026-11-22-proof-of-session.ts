import { Migration } from '@mikro-orm/migrations';

/** When a session has proved the second factor, apart from the first, and which session enrolled it. */
export class ProofOfSession extends Migration {
  override up(): void {
    for (const table of ['sessions', 'grants']) {
      this.addSql(`alter table ${table} add column factor_at timestamptz`);
      this.addSql(`update ${table} set factor_at = auth_time where 'mfa' = any(amr)`);
    }
    this.addSql('alter table totp_factors add column enrolled_by_session_id uuid');
  }

  override down(): void {
    this.addSql('alter table totp_factors drop column enrolled_by_session_id');
    for (const table of ['grants', 'sessions']) this.addSql(`alter table ${table} drop column factor_at`);
  }
}
