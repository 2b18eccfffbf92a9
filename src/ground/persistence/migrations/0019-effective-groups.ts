import { Migration } from '@mikro-orm/migrations';

/** Groups in groups count for the limit on groups of a user, and for the second factor that the customer requires of a group. */
export class EffectiveGroups extends Migration {
  override up(): void {
    this.addLimit();
    this.addEndsOfSessions();
  }

  /**
   * Which users would be in more than `most` groups if they were in the group `joined`, too. The users and the customer's
   * nestings stay locked until the transaction ends, and are counted afterwards, by a query with a snapshot of its own: what
   * others have added meanwhile is seen. The function with three parameters is for nodes of the version before, while they are
   * replaced.
   */
  private addLimit(): void {
    this.addSql(`
      create function full_of_groups(customer uuid, ids uuid[], joined uuid, most int) returns setof uuid language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(hashtextextended('group_nestings ' || customer, 0));
        perform from users where customer_id is not distinct from customer and id = any(ids)
        order by id for no key update;
        return query
          select given from unnest(ids) given
          where (
            with recursive inside as (
              (select m.group_id as id from memberships m where m.user_id = given union all select joined)
              union
              select n.id from inside
              cross join lateral (select g.group_id as id from group_nestings g where g.member_id = inside.id offset 0) n
            )
            select count(*) from (select from inside limit most + 1) few) > most;
      end $$`);
  }

  /**
   * Ends the sessions without a second factor of users who come into a group of which the customer requires one, also through
   * other groups.
   */
  private addEndsOfSessions(): void {
    this.addSql(`
      create or replace function end_sessions_of_joined() returns trigger language plpgsql as $$
      declare
        demanding uuid[] := array(
          with recursive outward as (
            select distinct j.group_id as start, j.group_id as id, j.customer_id from joined j
            union
            select o.start, n.id, o.customer_id from outward o
            cross join lateral (select g.group_id as id from group_nestings g where g.member_id = o.id offset 0) n
          )
          select o.start from outward o
          where exists (
            select from second_factor_groups sg where sg.customer_id = o.customer_id and sg.group_id = o.id offset 0)
            and exists (
              select from customers c where c.id = o.customer_id and c.second_factor_of <> 'nobody' offset 0));
      begin
        if demanding <> '{}' then
          delete from sessions
          where user_id in (select j.user_id from joined j where j.group_id = any(demanding)) and not 'mfa' = any(amr);
        end if;
        return null;
      end $$`);
    this.addSql(`
      create function end_sessions_of_nested() returns trigger language plpgsql as $$
      declare
        demanding uuid[] := array(
          with recursive outward as (
            select distinct j.member_id as start, j.group_id as id, j.customer_id from joined j
            union
            select o.start, n.id, o.customer_id from outward o
            cross join lateral (select g.group_id as id from group_nestings g where g.member_id = o.id offset 0) n
          )
          select o.start from outward o
          where exists (
            select from second_factor_groups sg where sg.customer_id = o.customer_id and sg.group_id = o.id offset 0)
            and exists (
              select from customers c where c.id = o.customer_id and c.second_factor_of <> 'nobody' offset 0));
      begin
        if demanding <> '{}' then
          delete from sessions
          where not 'mfa' = any(amr) and user_id in (
            with recursive inward as (
              select d as id from unnest(demanding) d
              union
              select n.id from inward
              cross join lateral (select g.member_id as id from group_nestings g where g.group_id = inward.id offset 0) n
            )
            select m.user_id from inward
            cross join lateral (select ms.user_id from memberships ms where ms.group_id = inward.id offset 0) m);
        end if;
        return null;
      end $$`);
    this.addSql(`
      create trigger group_nestings_demanding after insert on group_nestings referencing new table as joined
      for each statement execute function end_sessions_of_nested()`);
  }

  override down(): void {
    this.addSql('drop trigger group_nestings_demanding on group_nestings');
    this.addSql('drop function end_sessions_of_nested()');
    this.addSql('drop function full_of_groups(uuid, uuid[], uuid, int)');
    this.addSql(`
      create or replace function end_sessions_of_joined() returns trigger language plpgsql as $$
      declare
        demanded uuid[] := array(
          select j.user_id from joined j
          join second_factor_groups sg on sg.customer_id = j.customer_id and sg.group_id = j.group_id
          join customers c on c.id = sg.customer_id
          where c.second_factor_of <> 'nobody');
      begin
        if demanded <> '{}' then
          delete from sessions where user_id = any(demanded) and not 'mfa' = any(amr);
        end if;
        return null;
      end $$`);
  }
}
