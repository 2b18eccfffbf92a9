import { Migration } from '@mikro-orm/migrations';

/**
 * Members can be auditors or at the help desk. For the version before, they are members. Whoever begins to administer anything
 * loses sessions without the second factor that the customer requires of administrators, and a change of what somebody
 * administers voids the links that change an address, as a change of the role does. The next migration has the indexes.
 */
export class Administrations extends Migration {
  override up(): void {
    this.addSql('alter table users add column administration text');
    this.addSql(`alter table users add constraint users_administration_check
      check (administration in ('auditor', 'help_desk')) not valid`);
    this.addSql('drop trigger users_raised on users');
    this.addSql(`
      create trigger users_raised after update of role, administration on users for each row
      when ((new.role = 'admin' or new.administration is not null)
        and old.role <> 'admin' and old.administration is null) execute function end_sessions_of_raised()`);
    this.addSql(`
      create function void_address_links() returns trigger language plpgsql as $$
      begin
        delete from one_time_links
        where customer_id = new.customer_id and user_id = new.id and consumed_at is null
          and purpose in ('change_email', 'cancel_email_change');
        return null;
      end $$`);
    this.addSql(`
      create trigger users_administration_changed after update of administration on users for each row
      when (old.administration is distinct from new.administration) execute function void_address_links()`);
  }

  override down(): void {
    this.addSql('drop trigger users_administration_changed on users');
    this.addSql('drop function void_address_links()');
    this.addSql('drop trigger users_raised on users');
    this.addSql(`
      create trigger users_raised after update of role on users for each row
      when (new.role = 'admin' and old.role <> 'admin') execute function end_sessions_of_raised()`);
    this.addSql('alter table users drop column administration');
  }
}
