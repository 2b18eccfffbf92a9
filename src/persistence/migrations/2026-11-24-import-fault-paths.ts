import { Migration } from '@mikro-orm/migrations';

/** The faults of imports name the place of a fault as all faults do. */
export class ImportFaultPaths extends Migration {
  override up(): void {
    this.addSql('alter table user_import_faults rename column field to path');
  }

  override down(): void {
    this.addSql('alter table user_import_faults rename column path to field');
  }
}
