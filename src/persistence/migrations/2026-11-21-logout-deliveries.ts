import { Migration } from '@mikro-orm/migrations';

/** The outbox of back-channel logout, and the triggers that write it. */
export class LogoutDeliveries extends Migration {
  override up(): void {
    this.addSql(`
      create table logout_deliveries (
        id uuid primary key,
        customer_id uuid not null,
        client_id text not null,
        user_id uuid not null,
        session_id uuid not null,
        attempts int not null default 0,
        next_attempt_at timestamptz,
        delivered_at timestamptz,
        failed_at timestamptz,
        last_error text,
        created_at timestamptz not null,
        foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade
      )`);
    this.addSql('create index logout_deliveries_customer_id_index on logout_deliveries (customer_id, id)');
    this.addSql('create index logout_deliveries_client_id_index on logout_deliveries (customer_id, client_id)');
    this.addSql(`
      create index logout_deliveries_due_index on logout_deliveries (next_attempt_at nulls first)
      where delivered_at is null and failed_at is null`);

    // In a trigger, so that no way of ending a session can forget it. Before the row goes, because its grants go with it.
    // The ids are UUIDv7, as everywhere, so that they sort by age.
    this.addSql(`
      create function tell_of_logout() returns trigger language plpgsql as $$
      declare
        millis text := lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0');
      begin
        insert into logout_deliveries (id, customer_id, client_id, user_id, session_id, created_at)
        select (left(millis, 8) || '-' || right(millis, 4) || '-7' || substr(gen_random_uuid()::text, 16))::uuid,
          c.customer_id, c.id, old.user_id, old.id, now()
        from clients c
        where c.customer_id = old.customer_id and c.backchannel_logout_uri is not null and c.id in (
          select client_id from grants where customer_id = old.customer_id and session_id = old.id
        );
        return old;
      end $$`);
    this.addSql(`
      create trigger sessions_told_of before delete on sessions for each row execute function tell_of_logout()`);

    // A user's grants go with the user too, and could go first.
    this.addSql(`
      create function end_sessions_first() returns trigger language plpgsql as $$
      begin
        delete from sessions where customer_id = old.customer_id and user_id = old.id;
        return old;
      end $$`);
    this.addSql(`
      create trigger users_leaving before delete on users for each row execute function end_sessions_first()`);
  }

  override down(): void {
    this.addSql('drop trigger users_leaving on users');
    this.addSql('drop trigger sessions_told_of on sessions');
    this.addSql('drop function tell_of_logout(), end_sessions_first()');
    this.addSql('drop table logout_deliveries');
  }
}
