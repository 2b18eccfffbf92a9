/** What waits to be sent: mails, and the logouts that clients are told of. */
export const outboxes = `
create table outbox_mails (
  id uuid primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  kind text not null,
  recipient text not null,
  subject text not null,
  sealed_body bytea,
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  user_id uuid
)

create index outbox_mails_customer_id_index on outbox_mails (customer_id, id)

create index outbox_mails_due_index
on outbox_mails (customer_id, lower(split_part(recipient, '@', -1)), next_attempt_at)
where sent_at is null and failed_at is null

create index outbox_mails_list_created_at_index on outbox_mails (customer_id, created_at, id)
where created_at > '-infinity'

create index outbox_mails_list_failed_at_index
on outbox_mails (customer_id, coalesce(failed_at, timestamptz '0001-01-01 00:00:00+00'), id)
where created_at > '-infinity'

create index outbox_mails_list_kind_index on outbox_mails (customer_id, kind collate "C", id)
where created_at > '-infinity'

create index outbox_mails_list_recipient_index on outbox_mails (customer_id, lower(recipient) collate "C", id)
where created_at > '-infinity'

create index outbox_mails_list_sent_at_index
on outbox_mails (customer_id, coalesce(sent_at, timestamptz '0001-01-01 00:00:00+00'), id)
where created_at > '-infinity'

create index outbox_mails_list_user_index
on outbox_mails (customer_id, coalesce(user_id, uuid '00000000-0000-0000-0000-000000000000'), id)
where created_at > '-infinity'

create index outbox_mails_unsent_index on outbox_mails (customer_id, id) where sent_at is null

create table logout_deliveries (
  id uuid primary key,
  customer_id uuid not null,
  client_id text not null,
  user_id uuid not null,
  session_id uuid not null,
  attempts int not null default 0,
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade
)

create index logout_deliveries_client_id_index on logout_deliveries (customer_id, client_id)

create index logout_deliveries_customer_id_index on logout_deliveries (customer_id, id)

create index logout_deliveries_due_index
on logout_deliveries (customer_id, client_id, coalesce(next_attempt_at, '-infinity'))
where delivered_at is null and failed_at is null

create index logout_deliveries_list_client_index on logout_deliveries (customer_id, client_id collate "C", id)
where created_at > '-infinity'

create index logout_deliveries_list_created_at_index on logout_deliveries (customer_id, created_at, id)
where created_at > '-infinity'

create index logout_deliveries_list_delivered_at_index
on logout_deliveries (customer_id, coalesce(delivered_at, timestamptz '0001-01-01 00:00:00+00'), id)
where created_at > '-infinity'

create index logout_deliveries_list_failed_at_index
on logout_deliveries (customer_id, coalesce(failed_at, timestamptz '0001-01-01 00:00:00+00'), id)
where created_at > '-infinity'

create index logout_deliveries_list_session_index on logout_deliveries (customer_id, session_id, id)
where created_at > '-infinity'

create index logout_deliveries_list_user_index on logout_deliveries (customer_id, user_id, id)
where created_at > '-infinity'

create index logout_deliveries_undelivered_index on logout_deliveries (customer_id, id) where delivered_at is null
`;
