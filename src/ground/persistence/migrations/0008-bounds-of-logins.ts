import { Migration } from '@mikro-orm/migrations';

/** The most sessions of a user, and the most grants of a user at a client. */
const MOST = 1000;

/**
 * Bounds for what logins store. The oldest sessions of a user end, and the oldest grants of a user at a client. Only every
 * sixteenth new row is a reason to look, so the bound is passed by a few, and logins are as fast as before. And a refresh token
 * is deleted when the one after the next is issued, which needs to know it.
 */
export class BoundsOfLogins extends Migration {
  override up(): void {
    this.addSql('alter table refresh_tokens add column predecessor_hash bytea');
    for (const [table, alike] of [
      ['sessions', 'true'],
      ['grants', 'client_id is not distinct from new.client_id'],
    ] as const) {
      // The order is one that no index has: else PostgreSQL might walk the whole table in it.
      this.addSql(`
        create function end_oldest_${table}() returns trigger language plpgsql as $$
        begin
          delete from ${table} where id in (
            select id from ${table} where user_id = new.user_id and ${alike}
            order by created_at desc, id desc offset ${MOST} for update skip locked);
          return null;
        end $$`);
      this.addSql(`
        create trigger ${table}_bounded after insert on ${table} for each row
        when (right(new.id::text, 1) = '0') execute function end_oldest_${table}()`);
    }
  }

  override down(): void {
    for (const table of ['sessions', 'grants']) {
      this.addSql(`drop trigger ${table}_bounded on ${table}`);
      this.addSql(`drop function end_oldest_${table}()`);
    }
    this.addSql('alter table refresh_tokens drop column predecessor_hash');
  }
}
