import { Migration } from '@mikro-orm/migrations';

/** Levels of authentication: what devices ask for, and what clients were told. */
export class AuthenticationLevels extends Migration {
  override up(): void {
    this.addSql('alter table grants add column acr text');
    this.addSql('alter table device_authorizations add column acr_values text, add column max_age text');
  }

  override down(): void {
    this.addSql('alter table grants drop column acr');
    this.addSql('alter table device_authorizations drop column acr_values, drop column max_age');
  }
}
