/** Sessions, and the browsers that are remembered. */
export const sessions = `
create table sessions (
  id uuid primary key,
  customer_id uuid not null,
  user_id uuid not null,
  secret_hash bytea not null unique,
  auth_time timestamptz not null,
  amr text[] not null,
  ip text not null default '',
  user_agent text not null default '',
  last_accessed_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  factor_at timestamptz,
  constraint sessions_customer_id_id_key unique (id, customer_id),
  foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
)

create index sessions_expires_at_index on sessions (expires_at)

create index sessions_user_id_index on sessions (user_id, customer_id)

create table remembered_devices (
  customer_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  secret_hash bytea not null unique,
  browser text,
  system text,
  ip text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (customer_id, id),
  foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
)

create index remembered_devices_expires_at_index on remembered_devices (expires_at)

create index remembered_devices_user_id_index on remembered_devices (user_id, customer_id)

-- Since when a user is asked for a second factor.
create table factor_reminders (
  customer_id uuid not null,
  user_id uuid not null,
  first_at timestamptz not null,
  primary key (customer_id, user_id),
  foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
)

-- No way of ending a session can forget a trigger. It comes before the row goes, because its grants go with it. The ids
-- are UUIDv7, as everywhere, so that they sort by age.
create function tell_of_logout() returns trigger language plpgsql as $$
declare
  millis text := lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0');
begin
  insert into logout_deliveries (id, customer_id, client_id, user_id, session_id, created_at)
  select (left(millis, 8) || '-' || right(millis, 4) || '-7' || substr(gen_random_uuid()::text, 16))::uuid,
    c.customer_id, c.id, old.user_id, old.id, now()
  from clients c
  where c.customer_id = old.customer_id and c.backchannel_logout_uri is not null and c.id in (
    select client_id from grants where customer_id = old.customer_id and session_id = old.id
  );
  return old;
end $$

create trigger sessions_told_of before delete on sessions for each row execute function tell_of_logout()
`;
