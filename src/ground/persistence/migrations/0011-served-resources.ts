import { Migration } from '@mikro-orm/migrations';

/**
 * Clients of members serve no resources any more: with one, introspection told them who the users of other clients are. The
 * server also ignores what a node of the version before stores while it is replaced.
 */
export class ServedResources extends Migration {
  override up(): void {
    this.addSql(`update clients set served_resources = '{}' where owner_id is not null and served_resources <> '{}'`);
  }

  override down(): void {
    // Nothing depends on what members had given their clients.
  }
}
