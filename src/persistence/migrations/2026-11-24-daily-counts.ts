import { Migration } from '@mikro-orm/migrations';

/** Counters by day, so that charts and figures need not read the whole audit trail. The servers fill them. */
export class DailyCounts extends Migration {
  override up(): void {
    this.addSql(`
      create table daily_counts (
        customer_id uuid not null references customers (id) on delete cascade,
        kind text not null,
        day date not null,
        name text not null,
        count int not null,
        primary key (customer_id, kind, day, name)
      )`);
    this.addSql(`
      create table active_users (
        customer_id uuid not null references customers (id) on delete cascade,
        user_id text not null,
        last_day date not null,
        primary key (customer_id, user_id)
      )`);
    this.addSql('create table audit_progress (id boolean primary key default true, counted_to uuid not null)');
    this.addSql(`insert into audit_progress (counted_to) values ('00000000-0000-0000-0000-000000000000')`);
  }

  override down(): void {
    this.addSql('drop table daily_counts, active_users, audit_progress');
  }
}
