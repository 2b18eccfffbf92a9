/**
 * What belongs to the server: its signing keys, its counters of what is tried too often, and answers kept for those who
 * repeat a request.
 */
export const server = `
create table signing_keys (
  id text primary key,
  algorithm text not null check (algorithm in ('ES256', 'RS256', 'PS256', 'EdDSA')),
  public_jwk jsonb not null,
  sealed_private_key bytea not null,
  active_from timestamptz not null,
  retires_at timestamptz,
  created_at timestamptz not null
)

-- The columns are those that rate-limiter-flexible reads and writes, in order.
create table throttle_counters (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint
)

create index throttle_counters_expire_index on throttle_counters (expire)

-- The answers to requests with an Idempotency-Key.
create table kept_answers (
  id text primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  sealed bytea not null,
  created_at timestamptz not null
)

create index kept_answers_created_at_index on kept_answers (created_at)

create index kept_answers_customer_id_index on kept_answers (customer_id)

-- Servers are told when the change is committed, whatever has made it.
create function tell_of_signing_keys() returns trigger language plpgsql as $$
begin
  perform pg_notify('signing_keys_changed', '');
  return null;
end $$

create trigger signing_keys_told_of after insert or delete or update on signing_keys
for each statement execute function tell_of_signing_keys()
`;
