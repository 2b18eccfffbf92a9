import { SteppedMigration } from '../stepped-migration.ts';

/** The index that walks the consents for a client, which can be as many as there are users. */
export class ConsentsOfClients extends SteppedMigration {
  readonly steps = [{ index: 'consents_list_client_index', on: 'consents (client_id, updated_at, id)' }];

  override down(): void {
    this.addSql('drop index consents_list_client_index');
  }
}
