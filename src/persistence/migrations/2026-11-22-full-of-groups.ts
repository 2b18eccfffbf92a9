import { Migration } from '@mikro-orm/migrations';

/**
 * Which of these users are in so many groups already. They stay locked until the transaction ends, and are counted
 * afterwards, by a query with a snapshot of its own: what others have added meanwhile is seen.
 */
export class FullOfGroups extends Migration {
  override up(): void {
    this.addSql(`
      create function full_of_groups(customer uuid, ids uuid[], most int) returns setof uuid language plpgsql as $$
      begin
        perform from users where customer_id is not distinct from customer and id = any(ids)
        order by id for no key update;
        return query
          select given from unnest(ids) given
          where (select count(*) from (select from memberships where user_id = given limit most) few) >= most;
      end $$`);
  }

  override down(): void {
    this.addSql('drop function full_of_groups(uuid, uuid[], int)');
  }
}
