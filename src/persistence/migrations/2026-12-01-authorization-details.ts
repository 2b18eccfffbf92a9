import { Migration } from '@mikro-orm/migrations';

/** What clients ask for in detail (RFC 9396), what users allow of it, and the types that clients are registered for. */
export class AuthorizationDetails extends Migration {
  override up(): void {
    this.addSql(`alter table clients add column authorization_details_types text[] not null default '{}'`);
    this.addSql(
      `alter table initial_access_tokens add column authorization_details_types text[] not null default '{}'`,
    );
    this.addSql(`alter table grants add column authorization_details jsonb not null default '[]'`);
    this.addSql(`alter table consents add column authorization_details jsonb not null default '[]'`);
    this.addSql('alter table device_authorizations add column authorization_details text');
  }

  override down(): void {
    this.addSql('alter table device_authorizations drop column authorization_details');
    this.addSql('alter table consents drop column authorization_details');
    this.addSql('alter table initial_access_tokens drop column authorization_details_types');
    this.addSql('alter table grants drop column authorization_details');
    this.addSql('alter table clients drop column authorization_details_types');
  }
}
