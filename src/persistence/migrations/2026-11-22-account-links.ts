import { Migration } from '@mikro-orm/migrations';

const PURPOSES = ['invitation', 'verify_email', 'reset_password', 'change_email'];

const purposeCheck = (purposes: readonly string[]): string =>
  `alter table one_time_links drop constraint one_time_links_purpose_check,
     add constraint one_time_links_purpose_check check (purpose in (${purposes.map((purpose) => `'${purpose}'`).join(', ')}))`;

/**
 * Links die with what they stood on, whichever statement changes it: a pending change of address with the password, the
 * role, the address and the second factor, links that set a password with the password, and those that prove an address
 * once it is proved. A change of address remembers who asked for it.
 */
export class AccountLinks extends Migration {
  override up(): void {
    this.addSql('alter table users add column self_registered boolean not null default false');
    this.addSql('alter table users add column password_changed_at timestamptz');
    this.addSql(purposeCheck([...PURPOSES, 'cancel_email_change']));
    this.addSql('alter table one_time_links add column requester_type text, add column requester_id text');
    this.addSql(`
      alter table one_time_links add constraint one_time_links_requester_type_check
        check (requester_type in ('user', 'client', 'system'))`);

    this.addSql(`
      create function void_links() returns trigger language plpgsql as $$
      begin
        delete from one_time_links
        where customer_id = new.customer_id and user_id = new.id and consumed_at is null and (
          purpose in ('change_email', 'cancel_email_change')
            and (old.password_hash, old.role, old.email_key) is distinct from (new.password_hash, new.role, new.email_key)
          or purpose in ('reset_password', 'invitation') and old.password_hash is distinct from new.password_hash
          or purpose = 'verify_email' and new.email_verified);
        return null;
      end $$`);
    this.addSql(`
      create trigger users_changed_links after update of password_hash, role, email_key, email_verified on users for each row
      when ((old.password_hash, old.role, old.email_key, old.email_verified)
        is distinct from (new.password_hash, new.role, new.email_key, new.email_verified))
      execute function void_links()`);

    this.addSql(`
      create function void_address_changes() returns trigger language plpgsql as $$
      begin
        delete from one_time_links where customer_id = old.customer_id and user_id = old.user_id and consumed_at is null
          and purpose in ('change_email', 'cancel_email_change');
        return null;
      end $$`);
    this.addSql(`
      create trigger totp_factors_removed_links after delete on totp_factors for each row
      execute function void_address_changes()`);
  }

  override down(): void {
    this.addSql('drop trigger totp_factors_removed_links on totp_factors');
    this.addSql('drop trigger users_changed_links on users');
    this.addSql('drop function void_address_changes()');
    this.addSql('drop function void_links()');
    this.addSql("delete from one_time_links where purpose = 'cancel_email_change'");
    this.addSql(purposeCheck(PURPOSES));
    this.addSql('alter table one_time_links drop column requester_type, drop column requester_id');
    this.addSql('alter table users drop column password_changed_at, drop column self_registered');
  }
}
