import { Migration } from '@mikro-orm/migrations';

/**
 * What administrators decide about their customer: for now, whether users may delete their own accounts. Customers get a
 * version, which the counters of users leave alone.
 */
export class CustomerSettings extends Migration {
  override up(): void {
    this.addSql('alter table customers add column self_deletion boolean not null default false');
    this.addSql('alter table customers add column version int not null default 1');
    this.addSql(`
      create trigger customers_versioned before update of updated_at on customers for each row
      when (new.version = old.version) execute function count_version()`);
  }

  override down(): void {
    this.addSql('drop trigger customers_versioned on customers');
    this.addSql('alter table customers drop column version, drop column self_deletion');
  }
}
