import { Migration } from '@mikro-orm/migrations';

/**
 * Ends the sessions without a second factor of users who become administrators, or join a group, of whom the customer requires
 * one. Whoever writes the change, they sign in again, and are asked for it.
 */
export class SessionsOfTheRaised extends Migration {
  override up(): void {
    this.addSql(`
      create function end_sessions_of_raised() returns trigger language plpgsql as $$
      begin
        if exists (
          select from customers where id = new.customer_id and second_factor_of in ('administrators', 'everybody')) then
          delete from sessions
          where user_id = new.id and customer_id is not distinct from new.customer_id and not 'mfa' = any(amr);
        end if;
        return null;
      end $$`);
    this.addSql(`
      create trigger users_raised after update of role on users for each row
      when (new.role = 'admin' and old.role <> 'admin') execute function end_sessions_of_raised()`);
    this.addSql(`
      create function end_sessions_of_joined() returns trigger language plpgsql as $$
      declare
        demanded uuid[] := array(
          select j.user_id from joined j
          join second_factor_groups sg on sg.customer_id = j.customer_id and sg.group_id = j.group_id
          join customers c on c.id = sg.customer_id
          where c.second_factor_of <> 'nobody');
      begin
        if demanded <> '{}' then
          delete from sessions where user_id = any(demanded) and not 'mfa' = any(amr);
        end if;
        return null;
      end $$`);
    this.addSql(`
      create trigger memberships_demanding after insert on memberships referencing new table as joined
      for each statement execute function end_sessions_of_joined()`);
  }

  override down(): void {
    this.addSql('drop trigger memberships_demanding on memberships');
    this.addSql('drop function end_sessions_of_joined()');
    this.addSql('drop trigger users_raised on users');
    this.addSql('drop function end_sessions_of_raised()');
  }
}
