/** Groups and their members. */
export const groups = `
create table groups (
  id uuid not null,
  customer_id uuid not null references customers (id) on delete cascade,
  organization_id uuid,
  name text not null,
  description text not null default '',
  member_count int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  attributes jsonb not null default '{}',
  search_text text not null generated always as (translate(
    lower(' ' || name || ' ' || description || ' '),
    '.,;:@_+-/()&"''’', '               '
  )) stored,
  unique (customer_id, id),
  constraint groups_customer_id_name_key unique (name, customer_id),
  foreign key (customer_id, organization_id)
    references organizations (customer_id, id) on delete set null (organization_id)
) with (fillfactor = 90)

alter table groups add primary key (id)

create index groups_list_created_at_index on groups (customer_id, created_at, id) where created_at > '-infinity'

create index groups_list_name_index on groups (customer_id, lower(name) collate "C", id)
where created_at > '-infinity'

create index groups_list_organization_index
on groups (customer_id, coalesce(organization_id, uuid '00000000-0000-0000-0000-000000000000'), id)
where created_at > '-infinity'

create index groups_list_updated_at_index on groups (customer_id, updated_at, id) where created_at > '-infinity'

create index groups_organization_id_index on groups (customer_id, organization_id) where organization_id is not null

create index groups_search_index on groups using gin (search_text gin_trgm_ops)

create table memberships (
  group_id uuid not null,
  user_id uuid not null,
  customer_id uuid not null,
  joined_at timestamptz not null,
  primary key (group_id, user_id),
  foreign key (customer_id, group_id) references groups (customer_id, id) on delete cascade,
  foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
)

create index memberships_user_id_index on memberships (user_id, customer_id, group_id)

create trigger groups_versioned before update of updated_at, organization_id on groups
for each row when (new.version = old.version) execute function count_version()

-- Locks are taken in one order, so that two users leaving the same groups at once do not wait for each other in a circle.
create function count_memberships() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
  n record;
begin
  for n in select group_id, count(*) from changed group by group_id order by group_id loop
    update groups set member_count = member_count + sign * n.count where id = n.group_id;
  end loop;
  return null;
end $$

create trigger memberships_deleted after delete on memberships referencing old table as changed
for each statement execute function count_memberships()

create trigger memberships_inserted after insert on memberships referencing new table as changed
for each statement execute function count_memberships()

-- The users stay locked until the transaction ends, and are counted afterwards, by a query with a snapshot of its own:
-- what others have added meanwhile is seen.
create function full_of_groups(customer uuid, ids uuid[], most int) returns setof uuid language plpgsql as $$
begin
  perform from users where customer_id is not distinct from customer and id = any(ids)
  order by id for no key update;
  return query
    select given from unnest(ids) given
    where (select count(*) from (select from memberships where user_id = given limit most) few) >= most;
end $$
`;
