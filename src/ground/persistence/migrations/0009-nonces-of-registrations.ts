import { Migration } from '@mikro-orm/migrations';

/** Whether clients that register themselves need a nonce for logins without PKCE, as all of them did before. */
export class NoncesOfRegistrations extends Migration {
  override up(): void {
    this.addSql('alter table initial_access_tokens add column require_nonce boolean not null default true');
  }

  override down(): void {
    this.addSql('alter table initial_access_tokens drop column require_nonce');
  }
}
