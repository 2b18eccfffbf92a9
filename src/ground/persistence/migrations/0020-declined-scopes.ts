import { Migration } from '@mikro-orm/migrations';

/** The optional scopes of APIs that a user has left out when giving a consent, each behind the identifier of its API and a space. */
export class DeclinedScopes extends Migration {
  override up(): void {
    this.addSql(`alter table consents add column declined_scopes text[] not null default '{}'`);
  }

  override down(): void {
    this.addSql('alter table consents drop column declined_scopes');
  }
}
