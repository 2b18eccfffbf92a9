import { Migration } from '@mikro-orm/migrations';

// A change of such a row sets `updated_at`. Only a foreign key sets `organization_id` without it, when an organization is
// deleted. Logins and counters set neither, so they are no changes.
const CHANGES = {
  users: 'updated_at, organization_id',
  groups: 'updated_at, organization_id',
  organizations: 'updated_at',
  clients: 'updated_at',
};

/**
 * Counts the changes of what callers update, so that nobody overwrites a change that they have not seen. A unit of work
 * sets the next version itself, and the trigger then leaves it.
 */
export class Versions extends Migration {
  override up(): void {
    this.addSql(`
      create function count_version() returns trigger language plpgsql as $$
      begin
        new.version := old.version + 1;
        return new;
      end $$`);
    for (const [table, columns] of Object.entries(CHANGES)) {
      this.addSql(`alter table ${table} add version int not null default 1`);
      this.addSql(`
        create trigger ${table}_versioned before update of ${columns} on ${table} for each row
        when (new.version = old.version) execute function count_version()`);
    }
  }

  override down(): void {
    for (const table of Object.keys(CHANGES)) {
      this.addSql(`drop trigger ${table}_versioned on ${table}`);
      this.addSql(`alter table ${table} drop column version`);
    }
    this.addSql('drop function count_version()');
  }
}
