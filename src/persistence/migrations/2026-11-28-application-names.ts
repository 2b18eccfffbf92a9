import { Migration } from '@mikro-orm/migrations';

/** What the application of an invitation is called, for the page that its link opens. */
export class ApplicationNames extends Migration {
  override up(): void {
    this.addSql('alter table invitations add column application_name text');
  }

  override down(): void {
    this.addSql('alter table invitations drop column application_name');
  }
}
