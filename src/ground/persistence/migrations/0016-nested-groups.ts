import { Migration } from '@mikro-orm/migrations';

/** Groups in groups. No group is inside itself, and none is inside more than eight others, one in the other. */
export class NestedGroups extends Migration {
  override up(): void {
    this.addSql(`
      create table group_nestings (
        group_id uuid not null,
        member_id uuid not null,
        customer_id uuid not null,
        joined_at timestamptz not null,
        primary key (group_id, customer_id, member_id),
        constraint group_nestings_self_check check (group_id <> member_id),
        foreign key (customer_id, group_id) references groups (customer_id, id) on delete cascade,
        foreign key (customer_id, member_id) references groups (customer_id, id) on delete cascade
      )`);
    this.addSql('create index group_nestings_member_id_index on group_nestings (member_id, customer_id, group_id)');
    // The lock lets one transaction of a customer nest groups at a time. What others have nested until then is seen, because
    // each query of the function has a snapshot of its own.
    this.addSql(`
      create function check_nesting() returns trigger language plpgsql as $$
      declare
        above int;
        below int;
      begin
        perform pg_advisory_xact_lock(hashtextextended('group_nestings ' || new.customer_id, 0));
        with recursive up as (
          select new.group_id as id, 0 as depth
          union select n.group_id, up.depth + 1 from up join group_nestings n on n.member_id = up.id where up.depth < 9
        )
        select max(depth) from up into above;
        with recursive down as (
          select new.member_id as id, 0 as depth
          union select n.member_id, down.depth + 1 from down join group_nestings n on n.group_id = down.id where down.depth < 9
        )
        select max(depth) from down into below;
        if exists (
          with recursive up as (
            select new.group_id as id
            union select n.group_id from up join group_nestings n on n.member_id = up.id
          ) select from up where id = new.member_id
        ) then
          raise exception using errcode = 'check_violation', constraint = 'group_nestings_cycle_check', table = 'group_nestings',
            message = 'A group would be inside itself.';
        end if;
        if above + below + 1 > 8 then
          raise exception using errcode = 'check_violation', constraint = 'group_nestings_depth_check', table = 'group_nestings',
            message = 'Groups would be nested too deeply.';
        end if;
        return new;
      end $$`);
    this.addSql(
      'create trigger group_nestings_checked before insert on group_nestings for each row execute function check_nesting()',
    );
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
          join second_factor_groups sg on sg.customer_id = o.customer_id and sg.group_id = o.id
          join customers c on c.id = sg.customer_id
          where c.second_factor_of <> 'nobody');
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
          join second_factor_groups sg on sg.customer_id = o.customer_id and sg.group_id = o.id
          join customers c on c.id = sg.customer_id
          where c.second_factor_of <> 'nobody');
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
    this.addSql('drop table group_nestings');
    this.addSql('drop function check_nesting()');
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
