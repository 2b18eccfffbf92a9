import { Migration } from '@mikro-orm/migrations';

/** The claims that devices ask for by name. */
export class ClaimsOfDevices extends Migration {
  override up(): void {
    this.addSql('alter table device_authorizations add column claims text');
  }

  override down(): void {
    this.addSql('alter table device_authorizations drop column claims');
  }
}
