import { Migration } from '@mikro-orm/migrations';

/** An id for each consent, by which lists continue behind it and callers find it. */
export class ConsentIds extends Migration {
  override up(): void {
    this.addSql('alter table consents add column id uuid not null default gen_random_uuid()');
    this.addSql('alter table consents add constraint consents_id_key unique (id, customer_id)');
  }

  override down(): void {
    this.addSql('alter table consents drop column id');
  }
}
