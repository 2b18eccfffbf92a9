import { Migration } from '@mikro-orm/migrations';

/** The index that finds the grants of a session finds those of one client among them. */
export class GrantsOfSessions extends Migration {
  override up(): void {
    this.addSql('drop index grants_session_id_index');
    this.addSql('create index grants_session_id_index on grants (session_id, customer_id, (client_id collate "C"))');
  }

  override down(): void {
    this.addSql('drop index grants_session_id_index');
    this.addSql('create index grants_session_id_index on grants (session_id, customer_id)');
  }
}
