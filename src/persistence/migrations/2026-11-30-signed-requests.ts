import { Migration } from '@mikro-orm/migrations';

/** Clients whose authorization requests must be signed (RFC 9101 §10.5). */
export class SignedRequests extends Migration {
  override up(): void {
    this.addSql('alter table clients add column require_signed_request_object boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table clients drop column require_signed_request_object');
  }
}
