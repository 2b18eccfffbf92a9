import { Migration } from '@mikro-orm/migrations';

/** Clients that authenticate with certificates, and whose tokens are bound to them (RFC 8705). */
export class MutualTls extends Migration {
  override up(): void {
    this.addSql(
      `alter table clients
         add column tls_client_subject text,
         add column tls_client_certificate_bound_access_tokens boolean not null default false`,
    );
  }

  override down(): void {
    this.addSql(
      'alter table clients drop column tls_client_subject, drop column tls_client_certificate_bound_access_tokens',
    );
  }
}
