import { Migration } from '@mikro-orm/migrations';

/** Clients of the FAPI 2.0 Security Profile. Their pushed requests can be opened again until a code is issued. */
export class Fapi2 extends Migration {
  override up(): void {
    this.addSql('alter table clients add column fapi2 boolean not null default false');
    this.addSql('alter table pushed_requests add column is_reusable boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table pushed_requests drop column is_reusable');
    this.addSql('alter table clients drop column fapi2');
  }
}
