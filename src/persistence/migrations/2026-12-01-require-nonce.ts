import { Migration } from '@mikro-orm/migrations';

/** Whether logins without PKCE need a nonce, as all of them did before. */
export class RequireNonce extends Migration {
  override up(): void {
    this.addSql('alter table clients add column require_nonce boolean not null default true');
  }

  override down(): void {
    this.addSql('alter table clients drop column require_nonce');
  }
}
