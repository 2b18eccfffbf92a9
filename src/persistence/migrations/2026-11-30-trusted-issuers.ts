import { Migration } from '@mikro-orm/migrations';

/** The issuers whose assertions a service account accepts in place of its secret (RFC 7523 §2.1). */
export class TrustedIssuers extends Migration {
  override up(): void {
    this.addSql(`alter table clients add column trusted_issuers jsonb not null default '[]'`);
  }

  override down(): void {
    this.addSql('alter table clients drop column trusted_issuers');
  }
}
