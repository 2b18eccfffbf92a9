import { Migration } from '@mikro-orm/migrations';

/** The columns that were found in a file of users, files of Firebase, and the parameters of their hashes until the file is there. */
export class MappedImports extends Migration {
  override up(): void {
    this.addSql('alter table user_imports add column found_columns jsonb, add column sealed_parameters bytea');
    this.addSql(`
      alter table user_imports drop constraint user_imports_format_check,
        add constraint user_imports_format_check check (format in ('csv', 'jsonl', 'firebase'))`);
  }

  override down(): void {
    this.addSql(`delete from user_imports where format = 'firebase'`);
    this.addSql(`
      alter table user_imports drop constraint user_imports_format_check,
        add constraint user_imports_format_check check (format in ('csv', 'jsonl'))`);
    this.addSql('alter table user_imports drop column found_columns, drop column sealed_parameters');
  }
}
