import { Migration } from '@mikro-orm/migrations';

/** Who of a customer must have a second factor, and since when each user is asked for one. */
export class SecondFactorPolicies extends Migration {
  override up(): void {
    this.addSql(`
      alter table customers
        add column second_factor_of text not null default 'nobody',
        add column second_factor_grace_seconds int not null default 604800,
        add column second_factor_since timestamptz,
        add constraint customers_second_factor_of_check
          check (second_factor_of in ('nobody', 'chosen', 'administrators', 'everybody'))`);
    this.addSql(`
      create table second_factor_groups (
        customer_id uuid not null,
        group_id uuid not null,
        primary key (customer_id, group_id),
        foreign key (customer_id, group_id) references groups (customer_id, id) on delete cascade
      )`);
    this.addSql(`
      create table second_factor_clients (
        customer_id uuid not null,
        client_id text not null,
        primary key (customer_id, client_id),
        foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade
      )`);
    this.addSql(`
      create table factor_reminders (
        customer_id uuid not null,
        user_id uuid not null,
        first_at timestamptz not null,
        primary key (customer_id, user_id),
        foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
      )`);
  }

  override down(): void {
    this.addSql('drop table factor_reminders');
    this.addSql('drop table second_factor_clients');
    this.addSql('drop table second_factor_groups');
    this.addSql(`
      alter table customers
        drop column second_factor_of, drop column second_factor_grace_seconds, drop column second_factor_since`);
  }
}
