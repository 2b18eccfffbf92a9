import { Migration } from '@mikro-orm/migrations';

/** Finds the events about a thing by its id alone, and those about a user whom the details name. */
export class TrailOfUsers extends Migration {
  override up(): void {
    this.addSql('drop index audit_events_subject_index');
    this.addSql('create index audit_events_subject_index on audit_events (customer_id, subject_id, id)');
    this.addSql(`create index audit_events_user_index on audit_events (customer_id, (details ->> 'userId'), id)
      where details ->> 'userId' is not null`);
  }

  override down(): void {
    this.addSql('drop index audit_events_user_index, audit_events_subject_index');
    this.addSql(`create index audit_events_subject_index on audit_events (customer_id, subject_type, subject_id, id)`);
  }
}
