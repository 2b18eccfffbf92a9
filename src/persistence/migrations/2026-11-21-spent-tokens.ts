import { Migration } from '@mikro-orm/migrations';

/** What clients have taken back or used up, and the resources a grant is for. */
export class SpentTokens extends Migration {
  override up(): void {
    this.addSql(`
      create table revoked_tokens (
        jti uuid primary key,
        customer_id uuid not null,
        client_id text not null,
        expires_at timestamptz not null,
        foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade
      )`);
    this.addSql('create index revoked_tokens_client_id_index on revoked_tokens (customer_id, client_id)');
    this.addSql('create index revoked_tokens_expires_at_index on revoked_tokens (expires_at)');
    this.addSql(`
      create table used_assertions (
        customer_id uuid not null,
        client_id text not null,
        jti_hash bytea not null,
        expires_at timestamptz not null,
        primary key (customer_id, client_id, jti_hash),
        foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade
      )`);
    this.addSql('create index used_assertions_expires_at_index on used_assertions (expires_at)');
    this.addSql(`alter table grants add column resources text[] not null default '{}'`);
  }

  override down(): void {
    this.addSql('alter table grants drop column resources');
    this.addSql('drop table used_assertions, revoked_tokens');
  }
}
