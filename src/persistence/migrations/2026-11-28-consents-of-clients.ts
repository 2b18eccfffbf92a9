import { Migration } from '@mikro-orm/migrations';

/** The index that walks the consents for a client, which can be as many as there are users. */
export class ConsentsOfClients extends Migration {
  override up(): void {
    this.addSql('create index consents_list_client_index on consents (client_id, updated_at, id)');
  }

  override down(): void {
    this.addSql('drop index consents_list_client_index');
  }
}
