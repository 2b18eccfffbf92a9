import { SteppedMigration } from '../stepped-migration.ts';

/** The index that finds the grants of a session finds those of one client among them. */
export class GrantsOfSessions extends SteppedMigration {
  readonly steps = [
    { index: 'grants_session_id_index_new', on: 'grants (session_id, customer_id, (client_id collate "C"))' },
  ];

  override up(): void {
    this.addSql('drop index grants_session_id_index');
    this.addSql('alter index grants_session_id_index_new rename to grants_session_id_index');
  }

  override down(): void {
    this.addSql('drop index grants_session_id_index');
    this.addSql('create index grants_session_id_index on grants (session_id, customer_id)');
  }
}
