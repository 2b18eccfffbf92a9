/** Second factors: the enrolled ones, those whose enrollment is under way, and who must have one. */
export const factors = `
create table totp_factors (
  customer_id uuid not null,
  user_id uuid not null,
  sealed_secret bytea not null,
  last_step bigint not null,
  enabled_at timestamptz not null,
  enrolled_by_session_id uuid,
  primary key (customer_id, user_id),
  foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
) with (fillfactor = 70)

-- Authenticator apps whose enrollment is under way.
create table totp_setups (
  customer_id uuid not null,
  user_id uuid not null,
  sealed_secret bytea not null,
  backup_code_hashes text[] not null,
  replaces_factor boolean not null,
  expires_at timestamptz not null,
  primary key (customer_id, user_id),
  foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
)

create table passkeys (
  customer_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  is_syncable boolean not null,
  is_synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (customer_id, id),
  foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
)

create index passkeys_user_id_index on passkeys (user_id, customer_id)

-- Challenges of passkeys are answered once.
create table used_challenges (
  customer_id uuid not null references customers (id) on delete cascade,
  challenge_hash bytea not null,
  expires_at timestamptz not null,
  primary key (customer_id, challenge_hash)
)

create index used_challenges_expires_at_index on used_challenges (expires_at)

-- Backup codes are a factor of their own, so that users who have only passkeys have them, too.
create table backup_code_sets (
  customer_id uuid not null,
  user_id uuid not null,
  hashes text[] not null,
  primary key (customer_id, user_id),
  foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
)

-- The keys that backup codes were hashed with before SECRET_KEY was replaced.
create table backup_code_keys (
  id uuid primary key,
  sealed_key bytea not null,
  created_at timestamptz not null
)

-- Codes by email, for users without an app or a passkey, where the customer wants them.
create table email_codes (
  customer_id uuid not null,
  user_id uuid not null,
  login_hash text not null,
  code_mac text not null,
  expires_at timestamptz not null,
  primary key (customer_id, user_id, login_hash),
  foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
)

create index email_codes_expires_at_index on email_codes (expires_at)

create index email_codes_user_id_index on email_codes (user_id, customer_id)

-- The groups and clients of which a second factor is required, if it is required of chosen ones.
create table second_factor_groups (
  customer_id uuid not null,
  group_id uuid not null,
  primary key (customer_id, group_id),
  foreign key (customer_id, group_id) references groups (customer_id, id) on delete cascade
)

create table second_factor_clients (
  customer_id uuid not null,
  client_id text not null,
  primary key (customer_id, client_id),
  foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade
)

create function forget_devices_of_factor() returns trigger language plpgsql as $$
begin
  delete from remembered_devices where user_id = old.user_id and customer_id is not distinct from old.customer_id;
  return null;
end $$

create trigger totp_factors_forgot_devices after delete on totp_factors
for each row execute function forget_devices_of_factor()

-- The lock makes simultaneous changes of one user’s factors wait, so that the last one sees all of them. Codes of a factor
-- that is gone must not open a later one.
create function note_factor() returns trigger language plpgsql as $$
declare
  owner uuid := coalesce(new.user_id, old.user_id);
  tenant uuid := coalesce(new.customer_id, old.customer_id);
  methods text[];
begin
  perform from users where id = owner for no key update;
  methods := array_remove(array[
    case when exists (select from totp_factors f where f.customer_id = tenant and f.user_id = owner)
      then 'totp' end,
    case when exists (select from passkeys p where p.user_id = owner and p.customer_id is not distinct from tenant)
      then 'passkey' end], null);
  update users set mfa_methods = methods, mfa_enrolled = methods <> '{}'
  where id = owner and customer_id is not distinct from tenant and mfa_methods <> methods;
  if methods = '{}' then
    delete from backup_code_sets b where b.customer_id = tenant and b.user_id = owner;
  end if;
  return null;
end $$

create trigger totp_factors_noted after insert or delete on totp_factors for each row execute function note_factor()

create function void_address_changes() returns trigger language plpgsql as $$
begin
  delete from one_time_links where customer_id = old.customer_id and user_id = old.user_id and consumed_at is null
    and purpose in ('change_email', 'cancel_email_change');
  return null;
end $$

create trigger totp_factors_removed_links after delete on totp_factors
for each row execute function void_address_changes()

create trigger totp_factors_replaced after update of enabled_at on totp_factors
for each row when (new.enabled_at is distinct from old.enabled_at) execute function forget_devices_of_factor()

create trigger passkeys_forgot_devices after delete on passkeys
for each row execute function forget_devices_of_factor()

create trigger passkeys_noted after insert or delete on passkeys for each row execute function note_factor()

create trigger passkeys_removed_links after delete on passkeys for each row execute function void_address_changes()
`;
