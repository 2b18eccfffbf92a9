import { Migration } from '@mikro-orm/migrations';

/** The encoding of a file of users, which is found like its separator. */
export class ImportEncodings extends Migration {
  override up(): void {
    this.addSql('alter table user_imports add column encoding text');
    this.addSql('alter table user_imports alter column delimiter drop not null');
  }

  override down(): void {
    this.addSql(`update user_imports set delimiter = ',' where delimiter is null`);
    this.addSql('alter table user_imports alter column delimiter set not null');
    this.addSql('alter table user_imports drop column encoding');
  }
}
