import { Migration } from '@mikro-orm/migrations';

/** Grants that clients got in exchange for other clients' tokens, and the tokens that each client may exchange. */
export class TokenExchange extends Migration {
  override up(): void {
    this.addSql('alter table grants add column parent_id uuid');
    this.addSql(`
      alter table grants add foreign key (customer_id, parent_id) references grants (customer_id, id) on delete cascade`);
    this.addSql(`
      create index grants_parent_id_index on grants (parent_id, customer_id) where parent_id is not null`);
    this.addSql(`alter table clients add column served_resources text[] not null default '{}'`);
  }

  override down(): void {
    this.addSql('alter table clients drop column served_resources');
    this.addSql('alter table grants drop column parent_id');
  }
}
