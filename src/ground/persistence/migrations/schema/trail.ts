/** The audit trail, and its counters by day, so that charts need not read the whole of it. */
export const trail = `
create table audit_events (
  id uuid primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  occurred_at timestamptz not null,
  action text not null,
  actor_type text not null check (actor_type in ('user', 'client', 'system', 'anonymous')),
  actor_id text,
  subject_type text not null,
  subject_id text not null,
  ip text not null default '',
  request_id text not null default '',
  details jsonb not null default '{}',
  client_id text,
  impersonator_id text
)

create index audit_events_action_index on audit_events (customer_id, action collate "C", id)

create index audit_events_actor_index on audit_events (customer_id, actor_id, id)

create index audit_events_address_index on audit_events (customer_id, ip collate "C", id)

create index audit_events_client_index on audit_events (customer_id, client_id, id) where client_id is not null

create index audit_events_customer_id_index on audit_events (customer_id, id)

create index audit_events_impersonator_index on audit_events (customer_id, impersonator_id, id)
where impersonator_id is not null

create index audit_events_request_index on audit_events (customer_id, request_id, id)

create index audit_events_subject_index on audit_events (customer_id, subject_id, id)

create index audit_events_user_index on audit_events (customer_id, (details ->> 'userId'), id)
where details ->> 'userId' is not null

-- Counters by day. The servers fill them.
create table daily_counts (
  customer_id uuid not null references customers (id) on delete cascade,
  kind text not null,
  day date not null,
  name text not null,
  count int not null,
  primary key (customer_id, kind, day, name)
)

create table active_users (
  customer_id uuid not null references customers (id) on delete cascade,
  user_id text not null,
  last_day date not null,
  primary key (customer_id, user_id)
)

-- How far the counters have come.
create table audit_progress (
  id boolean primary key default true,
  counted_to uuid not null
)

insert into audit_progress (counted_to) values ('00000000-0000-0000-0000-000000000000')
`;
