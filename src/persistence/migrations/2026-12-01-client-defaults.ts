import { Migration } from '@mikro-orm/migrations';

/** What logins at a client ask for where the request does not say. */
export class ClientDefaults extends Migration {
  override up(): void {
    this.addSql(`
      alter table clients
        add column default_acr_values text[] not null default '{}',
        add column default_max_age integer,
        add constraint clients_default_max_age_check check (default_max_age >= 0)`);
  }

  override down(): void {
    this.addSql('alter table clients drop column default_acr_values, drop column default_max_age');
  }
}
