import { Migration } from '@mikro-orm/migrations';

/** Links lead back to the sign-in in which a browser has asked for them. Those from before do not. */
export class FlowsOfLinks extends Migration {
  override up(): void {
    this.addSql('alter table one_time_links add column flow text');
    this.addSql('alter table recovery_requests add column flow text');
  }

  override down(): void {
    this.addSql('alter table recovery_requests drop column flow');
    this.addSql('alter table one_time_links drop column flow');
  }
}
