import { Migration } from '@mikro-orm/migrations';

/** Links that download an export once. */
export class ExportLinks extends Migration {
  override up(): void {
    this.addSql(`
      create table export_links (
        token_hash bytea primary key,
        customer_id uuid not null references customers (id) on delete cascade,
        kind text not null,
        format text not null,
        actor_type text not null
          constraint export_links_actor_type_check check (actor_type in ('user', 'client', 'system')),
        actor_id text,
        actor_client_id text,
        scopes text[] not null default '{}',
        proved_at timestamptz,
        created_at timestamptz not null,
        expires_at timestamptz not null
      )`);
    this.addSql('create index export_links_expires_at_index on export_links (expires_at)');
  }

  override down(): void {
    this.addSql('drop table export_links');
  }
}
