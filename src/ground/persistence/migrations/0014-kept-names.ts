import { Migration } from '@mikro-orm/migrations';

const TABLES = ['users', 'groups', 'clients', 'organizations'];

/** The names that objects had before they were renamed or deleted, so that the audit trail says who and what its events are about. */
export class KeptNames extends Migration {
  override up(): void {
    this.addSql(`
      create table kept_names (
        customer_id uuid not null references customers (id) on delete cascade,
        object_id text not null,
        until timestamptz not null,
        name text not null,
        primary key (customer_id, object_id, until)
      )`);
    this.addSql('create index kept_names_until_index on kept_names (until)');
    // MikroORM compares milliseconds. A customer that is being deleted takes its names with it.
    this.addSql(`
      create function keep_name() returns trigger language plpgsql as $$
      begin
        insert into kept_names (customer_id, object_id, until, name)
        select c.id, old.id::text, date_trunc('milliseconds', clock_timestamp()), old.name from customers c where c.id = old.customer_id
        on conflict do nothing;
        return null;
      end $$`);
    for (const table of TABLES) {
      this.addSql(`
        create trigger ${table}_renamed after update of name on ${table} for each row
        when (old.name <> new.name) execute function keep_name()`);
      this.addSql(`
        create trigger ${table}_gone after delete on ${table} for each row execute function keep_name()`);
    }
  }

  override down(): void {
    for (const table of TABLES) {
      this.addSql(`drop trigger ${table}_renamed on ${table}`);
      this.addSql(`drop trigger ${table}_gone on ${table}`);
    }
    this.addSql('drop function keep_name()');
    this.addSql('drop table kept_names');
  }
}
