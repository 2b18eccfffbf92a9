import { Migration } from '@mikro-orm/migrations';

/** What waits in the outboxes, by line and time: workers serve the lines in turn. */
export class OutboxLines extends Migration {
  override up(): void {
    this.addSql('drop index logout_deliveries_due_index');
    this.addSql(`
      create index logout_deliveries_due_index
      on logout_deliveries (customer_id, client_id, coalesce(next_attempt_at, '-infinity'))
      where delivered_at is null and failed_at is null`);
    this.addSql('drop index outbox_mails_due_index');
    this.addSql(`
      create index outbox_mails_due_index
      on outbox_mails (customer_id, lower(split_part(recipient, '@', -1)), next_attempt_at)
      where sent_at is null and failed_at is null`);
  }

  override down(): void {
    this.addSql('drop index logout_deliveries_due_index');
    this.addSql(`
      create index logout_deliveries_due_index on logout_deliveries (next_attempt_at nulls first)
      where delivered_at is null and failed_at is null`);
    this.addSql('drop index outbox_mails_due_index');
    this.addSql(`
      create index outbox_mails_due_index on outbox_mails (next_attempt_at)
      where sent_at is null and failed_at is null`);
  }
}
