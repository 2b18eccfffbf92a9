import { Migration } from '@mikro-orm/migrations';

const VALUES = `
  select max(attributes ->> d.id::text) filter (where d.name = 'locale'),
    max(attributes ->> d.id::text) filter (where d.name = 'zoneinfo')
  from attribute_definitions d
  where d.customer_id = users.customer_id and d.subject = 'user' and d.is_standard and d.name in ('locale', 'zoneinfo')`;

/**
 * Language and time zone of a user beside the attributes that have them, so that pages and mails find them in the user's
 * row. A trigger keeps them.
 */
export class Preferences extends Migration {
  override up(): void {
    this.addSql('alter table users add column locale text, add column time_zone text');
    this.addSql(`update users set (locale, time_zone) = (${VALUES}) where attributes <> '{}'`);
    this.addSql(`
      create function note_preferences() returns trigger language plpgsql as $$
      begin
        ${VALUES.replaceAll('attributes ->>', 'new.attributes ->>').replace('users.customer_id', 'new.customer_id').replace('  from', '  into new.locale, new.time_zone\n  from')};
        return new;
      end $$`);
    this.addSql(`
      create trigger users_created_preferences before insert on users for each row
      when (new.attributes <> '{}') execute function note_preferences()`);
    this.addSql(`
      create trigger users_changed_preferences before update of attributes on users for each row
      when (new.attributes <> old.attributes) execute function note_preferences()`);
  }

  override down(): void {
    this.addSql('drop trigger users_changed_preferences on users');
    this.addSql('drop trigger users_created_preferences on users');
    this.addSql('drop function note_preferences()');
    this.addSql('alter table users drop column locale, drop column time_zone');
  }
}
