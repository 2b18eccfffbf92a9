import { Migration } from '@mikro-orm/migrations';

/** Browsers in which a user need not give the second factor again, for as long as the customer says. */
export class RememberedDevices extends Migration {
  override up(): void {
    this.addSql('alter table customers add column remember_device_days int not null default 0');
    this.addSql(
      'alter table customers add constraint customers_remember_device_days_check check (remember_device_days >= 0 and remember_device_days <= 365)',
    );
    this.addSql(`
      create table remembered_devices (
        customer_id uuid not null,
        id uuid not null,
        user_id uuid not null,
        secret_hash bytea not null constraint remembered_devices_secret_hash_key unique,
        browser text,
        system text,
        ip text not null,
        created_at timestamptz not null,
        last_used_at timestamptz not null,
        expires_at timestamptz not null,
        primary key (customer_id, id),
        foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
      )`);
    this.addSql('create index remembered_devices_user_id_index on remembered_devices (user_id, customer_id)');
    this.addSql('create index remembered_devices_expires_at_index on remembered_devices (expires_at)');
    // Whatever changes the password or the factors, or disables the user: no browser is remembered afterwards.
    this.addSql(`
      create function forget_devices_of_user() returns trigger language plpgsql as $$
      begin
        delete from remembered_devices where user_id = new.id and customer_id is not distinct from new.customer_id;
        return null;
      end $$`);
    this.addSql(`
      create trigger users_forgot_devices after update of password_hash, password_changed_at, is_active on users for each row
      when (old.is_active and not new.is_active or old.password_hash is not null and new.password_hash is null
        or new.password_changed_at is distinct from old.password_changed_at)
      execute function forget_devices_of_user()`);
    this.addSql(`
      create function forget_devices_of_factor() returns trigger language plpgsql as $$
      begin
        delete from remembered_devices where user_id = old.user_id and customer_id is not distinct from old.customer_id;
        return null;
      end $$`);
    this.addSql(`
      create trigger passkeys_forgot_devices after delete on passkeys for each row
      execute function forget_devices_of_factor()`);
    this.addSql(`
      create trigger totp_factors_forgot_devices after delete on totp_factors for each row
      execute function forget_devices_of_factor()`);
    this.addSql(`
      create trigger totp_factors_replaced after update of enabled_at on totp_factors for each row
      when (new.enabled_at is distinct from old.enabled_at) execute function forget_devices_of_factor()`);
  }

  override down(): void {
    this.addSql('drop trigger totp_factors_replaced on totp_factors');
    this.addSql('drop trigger totp_factors_forgot_devices on totp_factors');
    this.addSql('drop trigger passkeys_forgot_devices on passkeys');
    this.addSql('drop function forget_devices_of_factor()');
    this.addSql('drop trigger users_forgot_devices on users');
    this.addSql('drop function forget_devices_of_user()');
    this.addSql('drop table remembered_devices');
    this.addSql('alter table customers drop column remember_device_days');
  }
}
