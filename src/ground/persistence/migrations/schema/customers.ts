/** Customers, and what each decides about its pages. */
export const customers = `
-- A unit of work sets the next version itself, and the trigger then leaves it.
create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$

-- Counters of users are exact, because triggers change them with the rows: they are how long a list is.
create table customers (
  id uuid primary key,
  name text not null unique,
  user_count int not null default 0,
  verified_user_count int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  self_deletion boolean not null default false,
  version int not null default 1,
  terms_url text,
  terms_text text,
  second_factor_of text not null default 'nobody'
    check (second_factor_of in ('nobody', 'chosen', 'administrators', 'everybody')),
  second_factor_grace_seconds int not null default 604800,
  second_factor_since timestamptz,
  remember_device_days int not null default 0,
  impersonation text not null default 'off' check (impersonation in ('off', 'listed', 'administrators')),
  impersonator_ids uuid[] not null default '{}',
  impersonation_mails boolean not null default true,
  password_sign_in text not null default 'allowed' check (password_sign_in in ('allowed', 'until_passkey')),
  email_codes boolean not null default false,
  constraint customers_remember_device_days_check check (remember_device_days >= 0 and remember_device_days <= 365)
)

create table brandings (
  customer_id uuid primary key references customers (id) on delete cascade,
  name text,
  color text,
  logo bytea,
  logo_type text,
  texts jsonb not null default '{}',
  version int not null default 1,
  updated_at timestamptz not null
)

create function add_branding() returns trigger language plpgsql as $$
begin
  insert into brandings (customer_id, updated_at) values (new.id, new.created_at);
  return null;
end $$

create trigger customers_inserted_branding after insert on customers for each row execute function add_branding()

create trigger customers_versioned before update of updated_at on customers
for each row when (new.version = old.version) execute function count_version()
`;
