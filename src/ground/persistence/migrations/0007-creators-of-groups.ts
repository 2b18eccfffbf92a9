import { Migration } from '@mikro-orm/migrations';

/** Who has created a group, so that members do not create any number of them. */
export class CreatorsOfGroups extends Migration {
  override up(): void {
    this.addSql(`
      alter table groups add column creator_id uuid,
        add foreign key (customer_id, creator_id) references users (customer_id, id) on delete set null (creator_id)`);
    this.addSql(
      'create index groups_creator_id_index on groups (creator_id, customer_id) where creator_id is not null',
    );
  }

  override down(): void {
    this.addSql('alter table groups drop column creator_id');
  }
}
