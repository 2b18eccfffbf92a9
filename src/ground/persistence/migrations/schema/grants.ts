/** What users allow clients, and what clients hold of it. */
export const grants = `
-- A consent covers the resources, the claims and the host to return to, besides the scopes.
create table consents (
  user_id uuid not null,
  client_id text not null,
  customer_id uuid not null,
  scopes text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  resources text[] not null default '{}',
  return_hosts text[] not null default '{}',
  id uuid not null default gen_random_uuid(),
  claims text[] not null default '{}',
  authorization_details jsonb not null default '[]',
  primary key (user_id, client_id),
  constraint consents_id_key unique (id, customer_id),
  foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade,
  foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
)

create index consents_client_id_index on consents (client_id, customer_id)

create index consents_list_client_index on consents (client_id, updated_at, id)

create index consents_user_id_index on consents (user_id, customer_id)

create table grants (
  id uuid primary key,
  customer_id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  client_id text not null,
  scopes text[] not null,
  auth_time timestamptz not null,
  amr text[] not null,
  created_at timestamptz not null,
  resources text[] not null default '{}',
  factor_at timestamptz,
  grant_type text not null default 'authorization_code',
  parent_id uuid,
  claims text[] not null default '{}',
  id_token_claims text[] not null default '{}',
  impersonator_id uuid,
  organization_id uuid,
  acr text,
  authorization_details jsonb not null default '[]',
  constraint grants_customer_id_id_key unique (id, customer_id),
  foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade,
  foreign key (customer_id, impersonator_id) references users (customer_id, id) on delete cascade,
  foreign key (customer_id, organization_id)
    references organizations (customer_id, id) on delete set null (organization_id),
  foreign key (customer_id, parent_id) references grants (customer_id, id) on delete cascade,
  foreign key (customer_id, session_id) references sessions (customer_id, id) on delete cascade,
  foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
)

create index grants_client_id_index on grants (client_id, customer_id)

create index grants_impersonator_id_index on grants (impersonator_id, customer_id) where impersonator_id is not null

create index grants_organization_id_index on grants (organization_id, customer_id) where organization_id is not null

create index grants_parent_id_index on grants (parent_id, customer_id) where parent_id is not null

create index grants_session_id_index on grants (session_id, customer_id, client_id collate "C")

create index grants_user_id_index on grants (user_id, customer_id, client_id)

create table authorization_codes (
  code_hash bytea primary key,
  customer_id uuid not null,
  grant_id uuid not null,
  client_id text not null,
  redirect_uri text not null,
  code_challenge text,
  nonce text,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  dpop_jkt text,
  foreign key (customer_id, grant_id) references grants (customer_id, id) on delete cascade
)

create index authorization_codes_expires_at_index on authorization_codes (expires_at)

create index authorization_codes_grant_id_index on authorization_codes (grant_id, customer_id)

create table refresh_tokens (
  token_hash bytea primary key,
  customer_id uuid not null,
  grant_id uuid not null,
  client_id text not null,
  scopes text[] not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  successor_hash bytea,
  created_at timestamptz not null,
  retried_at timestamptz,
  dpop_jkt text,
  foreign key (customer_id, grant_id) references grants (customer_id, id) on delete cascade
)

create index refresh_tokens_expires_at_index on refresh_tokens (expires_at)

create index refresh_tokens_grant_id_index on refresh_tokens (grant_id, customer_id)

-- Devices that ask for a user’s permission (RFC 8628).
create table device_authorizations (
  id uuid primary key,
  customer_id uuid not null,
  client_id text not null,
  device_code_hash bytea not null unique,
  user_code_mac text not null unique,
  scopes text[] not null,
  resources text[] not null,
  ip text not null,
  user_agent text not null,
  interval_seconds int not null,
  polled_at timestamptz,
  grant_id uuid,
  denied_at timestamptz,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  organization text,
  acr_values text,
  max_age text,
  claims text,
  authorization_details text,
  foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade,
  foreign key (customer_id, grant_id) references grants (customer_id, id) on delete cascade
)

create index device_authorizations_client_id_index on device_authorizations (client_id, customer_id)

create index device_authorizations_expires_at_index on device_authorizations (expires_at)

create index device_authorizations_grant_id_index on device_authorizations (grant_id, customer_id)

create table used_proofs (
  customer_id uuid not null,
  client_id text not null,
  proof_hash bytea not null,
  expires_at timestamptz not null,
  primary key (customer_id, client_id, proof_hash),
  foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade
)

create index used_proofs_expires_at_index on used_proofs (expires_at)

-- The salts of pairwise subject identifiers.
create table pairwise_salts (
  customer_id uuid primary key references customers (id) on delete cascade,
  sealed_salt bytea not null,
  created_at timestamptz not null
)
`;
