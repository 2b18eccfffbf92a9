import { Migration } from '@mikro-orm/migrations';

/** Codes and refresh tokens that are bound to a client's key, and the proofs of possession that were used (RFC 9449). */
export class Dpop extends Migration {
  override up(): void {
    this.addSql('alter table clients add column dpop_bound_access_tokens boolean not null default false');
    this.addSql('alter table authorization_codes add column dpop_jkt text');
    this.addSql('alter table refresh_tokens add column dpop_jkt text');
    this.addSql(`
      create table used_proofs (
        customer_id uuid not null,
        client_id text not null,
        proof_hash bytea not null,
        expires_at timestamptz not null,
        primary key (customer_id, client_id, proof_hash),
        foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade
      )`);
    this.addSql('create index used_proofs_expires_at_index on used_proofs (expires_at)');
  }

  override down(): void {
    this.addSql('drop table used_proofs');
    this.addSql('alter table refresh_tokens drop column dpop_jkt');
    this.addSql('alter table authorization_codes drop column dpop_jkt');
    this.addSql('alter table clients drop column dpop_bound_access_tokens');
  }
}
