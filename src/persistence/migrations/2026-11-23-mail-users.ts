import { Migration } from '@mikro-orm/migrations';

/** The user whom a mail is for. The user may no longer exist. */
export class MailUsers extends Migration {
  override up(): void {
    this.addSql('alter table outbox_mails add column user_id uuid');
  }

  override down(): void {
    this.addSql('alter table outbox_mails drop column user_id');
  }
}
