import { Migration } from '@mikro-orm/migrations';

/** The rule that a row of a file of users breaks, with its parameters, so that readers see it in their language. */
export class RulesOfImportFaults extends Migration {
  override up(): void {
    this.addSql('alter table user_import_faults add column rule text, add column parameters jsonb');
  }

  override down(): void {
    this.addSql('alter table user_import_faults drop column rule, drop column parameters');
  }
}
