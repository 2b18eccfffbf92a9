/** Invitations, and the one-time links that mails bring. */
export const links = `
create table invitations (
  id uuid primary key,
  customer_id uuid not null,
  user_id uuid not null,
  email text not null,
  application_url text,
  inviter_type text not null check (inviter_type in ('user', 'client', 'system')),
  inviter_id text,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  application_name text,
  foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
)

create index invitations_customer_id_index on invitations (customer_id, id)

create index invitations_list_accepted_at_index
on invitations (customer_id, coalesce(accepted_at, timestamptz '0001-01-01 00:00:00+00'), id)
where created_at > '-infinity'

create index invitations_list_created_at_index on invitations (customer_id, created_at, id)
where created_at > '-infinity'

create index invitations_list_email_index on invitations (customer_id, lower(email) collate "C", id)
where created_at > '-infinity'

create index invitations_list_expires_at_index on invitations (customer_id, expires_at, id)
where created_at > '-infinity'

create index invitations_list_inviter_index on invitations (customer_id, coalesce(inviter_id, '') collate "C", id)
where created_at > '-infinity'

create index invitations_list_revoked_at_index
on invitations (customer_id, coalesce(revoked_at, timestamptz '0001-01-01 00:00:00+00'), id)
where created_at > '-infinity'

create index invitations_list_sent_at_index on invitations (customer_id, sent_at, id) where created_at > '-infinity'

create index invitations_list_user_index on invitations (customer_id, user_id, id) where created_at > '-infinity'

create index invitations_open_index on invitations (customer_id, id) where accepted_at is null and revoked_at is null

create unique index invitations_open_key on invitations (customer_id, user_id)
where accepted_at is null and revoked_at is null

create index invitations_revoked_index on invitations (customer_id, id) where revoked_at is not null

create index invitations_user_id_index on invitations (customer_id, user_id)

-- A user has one link of each purpose: the newest one takes the place of the one before, whoever asks at the same time.
create table one_time_links (
  token_hash bytea primary key,
  customer_id uuid not null,
  user_id uuid not null,
  purpose text not null
    check (purpose in ('invitation', 'verify_email', 'reset_password', 'change_email', 'cancel_email_change')),
  email text not null,
  email_key text not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  created_at timestamptz not null,
  requester_type text check (requester_type in ('user', 'client', 'system')),
  requester_id text,
  constraint one_time_links_user_id_purpose_key unique (customer_id, user_id, purpose),
  foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
)

-- A forgotten password may be of any customer: the login page finds the customer by address and password.
create table recovery_requests (
  id uuid primary key,
  customer_id uuid references customers (id) on delete cascade,
  email text not null,
  ip text not null default '',
  request_id text not null default '',
  requested_at timestamptz not null
)

create index recovery_requests_customer_id_index on recovery_requests (customer_id)
`;
