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
  }

  override down(): void {
    this.addSql('drop table group_nestings');
    this.addSql('drop function check_nesting()');
  }
}
