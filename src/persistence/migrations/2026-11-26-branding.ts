import { Migration } from '@mikro-orm/migrations';

/** The color and the logo of a customer, for its pages and mails. */
export class Branding extends Migration {
  override up(): void {
    this.addSql('alter table customers add column brand_color text, add column logo bytea, add column logo_type text');
  }

  override down(): void {
    this.addSql('alter table customers drop column logo_type, drop column logo, drop column brand_color');
  }
}
