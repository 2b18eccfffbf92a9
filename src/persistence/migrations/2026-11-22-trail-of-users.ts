import { SteppedMigration } from '../stepped-migration.ts';

/** Finds the events about a thing by its id alone, and those about a user whom the details name. */
export class TrailOfUsers extends SteppedMigration {
  readonly steps = [
    { index: 'audit_events_subject_index_new', on: 'audit_events (customer_id, subject_id, id)' },
    {
      index: 'audit_events_user_index',
      on: `audit_events (customer_id, (details ->> 'userId'), id) where details ->> 'userId' is not null`,
    },
  ];

  override up(): void {
    this.addSql('drop index audit_events_subject_index');
    this.addSql('alter index audit_events_subject_index_new rename to audit_events_subject_index');
  }

  override down(): void {
    this.addSql('drop index audit_events_user_index, audit_events_subject_index');
    this.addSql(`create index audit_events_subject_index on audit_events (customer_id, subject_type, subject_id, id)`);
  }
}
