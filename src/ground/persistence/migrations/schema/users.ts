/** Organizations and users. */
export const users = `
create table organizations (
  id uuid not null,
  customer_id uuid not null references customers (id) on delete cascade,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  search_text text not null generated always as (translate(
    lower(' ' || name || ' '),
    '.,;:@_+-/()&"''’', '               '
  )) stored,
  unique (customer_id, id),
  constraint organizations_customer_id_name_key unique (name, customer_id)
)

alter table organizations add primary key (id)

create index organizations_list_created_at_index on organizations (customer_id, created_at, id)
where created_at > '-infinity'

create index organizations_list_name_index on organizations (customer_id, lower(name) collate "C", id)
where created_at > '-infinity'

create index organizations_list_updated_at_index on organizations (customer_id, updated_at, id)
where created_at > '-infinity'

create index organizations_search_index on organizations using gin (search_text gin_trgm_ops)

create table users (
  id uuid not null,
  customer_id uuid not null references customers (id) on delete cascade,
  email text not null,
  email_key text not null,
  email_verified boolean not null default false,
  username text,
  name text not null,
  given_name text,
  family_name text,
  picture text,
  phone_number text,
  phone_verified boolean not null default false,
  role text not null default 'member' check (role in ('member', 'admin')),
  is_active boolean not null default true,
  organization_id uuid,
  password_hash text,
  last_login timestamptz,
  login_count int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  self_registered boolean not null default false,
  password_changed_at timestamptz,
  version int not null default 1,
  mfa_enrolled boolean not null default false,
  attributes jsonb not null default '{}',
  search_text text not null generated always as (translate(
    lower(' ' || name || ' ' || email || ' ' || coalesce(given_name, '') || ' ' || coalesce(family_name, '') || ' '
      || coalesce(username, '') || ' ' || translate(coalesce(phone_number, ''), ' +-./()', '') || ' '),
    '.,;:@_+-/()&"''’', '               '
  )) stored,
  terms_accepted_at timestamptz,
  locale text,
  time_zone text,
  mfa_methods text[] not null default '{}',
  unique (customer_id, id),
  constraint users_customer_id_email_key_key unique (email_key, customer_id),
  foreign key (customer_id, organization_id)
    references organizations (customer_id, id) on delete set null (organization_id)
) with (fillfactor = 90)

create unique index users_customer_id_username_key on users (lower(username), customer_id)

alter table users add primary key (id)

alter table users alter column search_text set statistics 400

create index users_administrators_index on users (customer_id, id) where role = 'admin' and is_active

create index users_email_unverified_index on users (customer_id, id) where not email_verified

create index users_email_verified_index on users (customer_id, id) where email_verified

create index users_inactive_index on users (customer_id, id) where not is_active

create index users_list_active_index on users (customer_id, is_active, id) where created_at > '-infinity'

create index users_list_created_at_index on users (customer_id, created_at, id) where created_at > '-infinity'

create index users_list_email_index on users (customer_id, email_key collate "C", id) where created_at > '-infinity'

create index users_list_last_login_index
on users (customer_id, coalesce(last_login, timestamptz '0001-01-01 00:00:00+00'), id)
where created_at > '-infinity'

create index users_list_mfa_index on users (customer_id, mfa_enrolled, id) where created_at > '-infinity'

create index users_list_name_index on users (customer_id, lower(name) collate "C", id) where created_at > '-infinity'

create index users_list_organization_index
on users (customer_id, coalesce(organization_id, uuid '00000000-0000-0000-0000-000000000000'), id)
where created_at > '-infinity'

create index users_list_role_index on users (customer_id, role collate "C", id) where created_at > '-infinity'

create index users_list_updated_at_index on users (customer_id, updated_at, id) where created_at > '-infinity'

create index users_list_username_index on users (customer_id, lower(coalesce(username, '')) collate "C", id)
where created_at > '-infinity'

create index users_list_verified_index on users (customer_id, email_verified, id) where created_at > '-infinity'

create index users_organization_id_index on users (customer_id, organization_id, id) where organization_id is not null

create index users_search_index on users using gin (search_text gin_trgm_ops)

create trigger organizations_versioned before update of updated_at on organizations
for each row when (new.version = old.version) execute function count_version()

-- The customer’s row is locked first, so that of two administrators who dismiss each other one sees the other gone.
create function keep_administrator() returns trigger language plpgsql as $$
begin
  perform 1 from customers where id = old.customer_id for no key update;
  if found and not exists (
    select from users where customer_id = old.customer_id and role = 'admin' and is_active
  ) then
    raise exception 'a customer keeps an administrator'
      using errcode = 'check_violation', constraint = 'users_administrator_check';
  end if;
  return null;
end $$

create trigger users_administrator_deleted after delete on users
for each row when (old.role = 'admin' and old.is_active) execute function keep_administrator()

create trigger users_administrator_dismissed after update of role, is_active on users
for each row
when (old.role = 'admin' and old.is_active and not (new.role = 'admin' and new.is_active))
execute function keep_administrator()

-- Links die with what they stood on, whichever statement changes it: a pending change of address with the password, the
-- role, the address and the second factor, links that set a password with the password, and those that prove an address
-- once it is proved.
create function void_links() returns trigger language plpgsql as $$
begin
  delete from one_time_links
  where customer_id = new.customer_id and user_id = new.id and consumed_at is null and (
    purpose in ('change_email', 'cancel_email_change')
      and (old.password_hash, old.role, old.email_key) is distinct from (new.password_hash, new.role, new.email_key)
    or purpose in ('reset_password', 'invitation') and old.password_hash is distinct from new.password_hash
    or purpose = 'verify_email' and new.email_verified);
  return null;
end $$

create trigger users_changed_links after update of password_hash, role, email_key, email_verified on users for each row
when ((old.password_hash, old.role, old.email_key, old.email_verified)
  is distinct from (new.password_hash, new.role, new.email_key, new.email_verified))
execute function void_links()

-- Pages and mails find the language and the time zone in the user’s row.
create function note_preferences() returns trigger language plpgsql as $$
begin
  select max(new.attributes ->> d.id::text) filter (where d.name = 'locale'),
    max(new.attributes ->> d.id::text) filter (where d.name = 'zoneinfo')
  into new.locale, new.time_zone
  from attribute_definitions d
  where d.customer_id = new.customer_id and d.subject = 'user' and d.is_standard and d.name in ('locale', 'zoneinfo');
  return new;
end $$

create trigger users_changed_preferences before update of attributes on users
for each row when (new.attributes <> old.attributes) execute function note_preferences()

create trigger users_created_preferences before insert on users
for each row when (new.attributes <> '{}') execute function note_preferences()

create function count_users() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update customers
  set user_count = user_count + sign * n.users, verified_user_count = verified_user_count + sign * n.verified
  from (
    select customer_id, count(*) as users, count(*) filter (where email_verified) as verified
    from changed group by customer_id
  ) n
  where customers.id = n.customer_id;
  return null;
end $$

create trigger users_deleted after delete on users referencing old table as changed
for each statement execute function count_users()

-- A trigger’s statements also see a session that began while the change waited for the row.
create function end_sessions() returns trigger language plpgsql as $$
begin
  delete from sessions where customer_id = new.customer_id and user_id = new.id;
  return null;
end $$

create trigger users_disabled after update of is_active on users
for each row when (old.is_active and not new.is_active) execute function end_sessions()

create function end_links() returns trigger language plpgsql as $$
begin
  delete from one_time_links where customer_id = new.customer_id and user_id = new.id;
  update invitations set revoked_at = new.updated_at
  where customer_id = new.customer_id and user_id = new.id and accepted_at is null and revoked_at is null;
  return null;
end $$

create trigger users_disabled_links after update of is_active on users
for each row when (old.is_active and not new.is_active) execute function end_links()

-- Whatever changes the password or the factors, or disables the user: no browser is remembered afterwards.
create function forget_devices_of_user() returns trigger language plpgsql as $$
begin
  delete from remembered_devices where user_id = new.id and customer_id is not distinct from new.customer_id;
  return null;
end $$

create trigger users_forgot_devices after update of password_hash, password_changed_at, is_active on users
for each row when (old.is_active and not new.is_active or old.password_hash is not null and new.password_hash is null
  or new.password_changed_at is distinct from old.password_changed_at)
execute function forget_devices_of_user()

create trigger users_inserted after insert on users referencing new table as changed
for each statement execute function count_users()

-- A user’s grants go with the user too, and could go first.
create function end_sessions_first() returns trigger language plpgsql as $$
begin
  delete from sessions where customer_id = old.customer_id and user_id = old.id;
  return old;
end $$

create trigger users_leaving before delete on users for each row execute function end_sessions_first()

create function count_verified_user() returns trigger language plpgsql as $$
begin
  update customers set verified_user_count = verified_user_count + case when new.email_verified then 1 else -1 end
  where id = new.customer_id;
  return null;
end $$

create trigger users_verified after update of email_verified on users
for each row when (old.email_verified is distinct from new.email_verified) execute function count_verified_user()

create trigger users_versioned before update of updated_at, organization_id on users
for each row when (new.version = old.version) execute function count_version()
`;
