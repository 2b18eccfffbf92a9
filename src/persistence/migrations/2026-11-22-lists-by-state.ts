import { Migration } from '@mikro-orm/migrations';

/** Finds the few among many: what still waits or was given up, and the invitations that are open or were withdrawn. */
export class ListsByState extends Migration {
  override up(): void {
    this.addSql(`create index outbox_mails_unsent_index on outbox_mails (customer_id, id) where sent_at is null`);
    this.addSql(`create index logout_deliveries_undelivered_index on logout_deliveries (customer_id, id)
      where delivered_at is null`);
    this.addSql(`create index invitations_open_index on invitations (customer_id, id)
      where accepted_at is null and revoked_at is null`);
    this.addSql(`create index invitations_revoked_index on invitations (customer_id, id) where revoked_at is not null`);
  }

  override down(): void {
    this.addSql('drop index outbox_mails_unsent_index, logout_deliveries_undelivered_index');
    this.addSql('drop index invitations_open_index, invitations_revoked_index');
  }
}
