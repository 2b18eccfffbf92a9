import { Migration } from '@mikro-orm/migrations';

/** Brandings in a table of their own, with the name and the texts of a customer's pages and mails. */
export class BrandingTexts extends Migration {
  override up(): void {
    this.addSql(`
      create table brandings (
        customer_id uuid primary key references customers (id) on delete cascade,
        name text,
        color text,
        logo bytea,
        logo_type text,
        texts jsonb not null default '{}',
        version int not null default 1,
        updated_at timestamptz not null
      )`);
    this.addSql(`
      insert into brandings (customer_id, color, logo, logo_type, updated_at)
      select id, brand_color, logo, logo_type, updated_at from customers`);
    this.addSql('alter table customers drop column brand_color, drop column logo, drop column logo_type');
    this.addSql(`
      create function add_branding() returns trigger language plpgsql as $$
      begin
        insert into brandings (customer_id, updated_at) values (new.id, new.created_at);
        return null;
      end $$`);
    this.addSql(`
      create trigger customers_inserted_branding after insert on customers for each row
      execute function add_branding()`);
  }

  override down(): void {
    this.addSql('drop trigger customers_inserted_branding on customers');
    this.addSql('drop function add_branding()');
    this.addSql('alter table customers add column brand_color text, add column logo bytea, add column logo_type text');
    this.addSql(`
      update customers c set brand_color = b.color, logo = b.logo, logo_type = b.logo_type
      from brandings b where b.customer_id = c.id`);
    this.addSql('drop table brandings');
  }
}
