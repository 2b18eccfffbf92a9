import { Migration } from '@mikro-orm/migrations';

/** Codes by email, for users without an app or a passkey, where the customer wants them. */
export class EmailCodes extends Migration {
  override up(): void {
    this.addSql('alter table customers add column email_codes boolean not null default false');
    this.addSql(`
      create table email_codes (
        customer_id uuid not null,
        user_id uuid not null,
        login_hash text not null,
        code_mac text not null,
        expires_at timestamptz not null,
        primary key (customer_id, user_id, login_hash),
        foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
      )`);
    this.addSql('create index email_codes_user_id_index on email_codes (user_id, customer_id)');
    this.addSql('create index email_codes_expires_at_index on email_codes (expires_at)');
  }

  override down(): void {
    this.addSql('drop table email_codes');
    this.addSql('alter table customers drop column email_codes');
  }
}
