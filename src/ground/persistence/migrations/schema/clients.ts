/** Clients, how they register themselves, and what they have used up or taken back. */
export const clients = String.raw`
-- Redirect URIs are registered as browsers write them, but for a port that goes without saying.
create function web_origins(uris text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct regexp_replace(
    regexp_replace(substring(uri from '^https?://[^/?]+'), ':0*([0-9]+)$', ':\1'),
    '^(https:.*):443$|^(http:.*):80$', '\1\2'
  )), '{}')
  from unnest(uris) uri where uri ~ '^https?://'
$$

-- The host of the first address that is given. The server refuses addresses in which others could see another host.
create function client_sector(subject_type text, sector_identifier_uri text, redirect_uris text[])
returns text language sql immutable parallel safe
return case when subject_type = 'pairwise' then
  lower(substring(coalesce(sector_identifier_uri, redirect_uris[1]) from '^[A-Za-z]+://([^/?#:]+)'))
end

create table clients (
  id text primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  owner_id uuid,
  name text not null,
  type text not null check (type in ('confidential', 'public')),
  secret_hash text,
  previous_secret_hash text,
  previous_secret_expires_at timestamptz,
  redirect_uris text[] not null default '{}',
  post_logout_redirect_uris text[] not null default '{}',
  grant_types text[] not null default '{}',
  scopes text[] not null default '{}',
  token_endpoint_auth_method text not null,
  require_pkce boolean not null default true,
  require_consent boolean not null default true,
  logo_uri text,
  tos_uri text,
  policy_uri text,
  jwks_uri text,
  rotated_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  jwks jsonb,
  id_token_signed_response_alg text not null default 'RS256'
    check (id_token_signed_response_alg in ('RS256', 'ES256', 'PS256', 'EdDSA')),
  userinfo_signed_response_alg text check (userinfo_signed_response_alg in ('RS256', 'ES256', 'PS256', 'EdDSA')),
  resources text[] not null default '{}',
  refresh_token_policy text not null default 'retry' check (refresh_token_policy in ('retry', 'strict')),
  require_pushed_authorization_requests boolean not null default false,
  backchannel_logout_uri text,
  id_token_claims boolean not null default false,
  version int not null default 1,
  documents text[],
  attributes jsonb not null default '{}',
  search_text text not null generated always as (translate(
    lower(' ' || name || ' '),
    '.,;:@_+-/()&"''’', '               '
  )) stored,
  trusted_issuers jsonb not null default '[]',
  dpop_bound_access_tokens boolean not null default false,
  served_resources text[] not null default '{}',
  source text not null default 'created' check (source in ('created', 'registered', 'document')),
  expires_at timestamptz,
  require_signed_request_object boolean not null default false,
  tls_client_subject text,
  tls_client_certificate_bound_access_tokens boolean not null default false,
  fapi2 boolean not null default false,
  allows_impersonation boolean not null default false,
  authorization_signed_response_alg text not null default 'RS256'
    check (authorization_signed_response_alg in ('RS256', 'ES256', 'PS256', 'EdDSA')),
  frontchannel_logout_uri text,
  frontchannel_logout_session_required boolean not null default false,
  subject_type text not null default 'public' check (subject_type in ('public', 'pairwise')),
  sector_identifier_uri text,
  sector text generated always as (client_sector(subject_type, sector_identifier_uri, redirect_uris)) stored,
  default_acr_values text[] not null default '{}',
  default_max_age int check (default_max_age >= 0),
  authorization_details_types text[] not null default '{}',
  require_nonce boolean not null default true,
  unique (customer_id, id),
  foreign key (customer_id, owner_id) references users (customer_id, id) on delete cascade,
  constraint clients_sector_check check (subject_type = 'public' or sector is not null)
)

create index clients_expires_at_index on clients (expires_at) where expires_at is not null

create index clients_list_created_at_index on clients (customer_id, created_at, id) where created_at > '-infinity'

create index clients_list_name_index on clients (customer_id, lower(name) collate "C", id)
where created_at > '-infinity'

create index clients_list_owner_index
on clients (customer_id, coalesce(owner_id, uuid '00000000-0000-0000-0000-000000000000'), id)
where created_at > '-infinity'

create index clients_list_rotated_at_index
on clients (customer_id, coalesce(rotated_at, timestamptz '0001-01-01 00:00:00+00'), id)
where created_at > '-infinity'

create index clients_list_updated_at_index on clients (customer_id, updated_at, id) where created_at > '-infinity'

create index clients_owner_id_index on clients (customer_id, owner_id) where owner_id is not null

create index clients_search_index on clients using gin (search_text gin_trgm_ops)

create index clients_web_origins_index on clients using gin (web_origins(redirect_uris))

-- Tokens that allow clients to register themselves (RFC 7591).
create table initial_access_tokens (
  id uuid primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  grant_types text[] not null,
  scopes text[] not null,
  redirect_hosts text[] not null,
  token_endpoint_auth_methods text[] not null,
  resources text[] not null,
  clients_max int not null,
  clients_registered int not null default 0,
  client_lifetime int,
  statement_issuer text,
  statement_jwks jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  authorization_details_types text[] not null default '{}',
  unique (customer_id, id),
  constraint initial_access_tokens_clients_registered_check check (clients_registered <= clients_max)
)

-- The tokens by which clients manage their own registration (RFC 7592).
create table client_registrations (
  customer_id uuid not null,
  client_id text not null,
  initial_access_token_id uuid not null,
  token_hash bytea not null unique,
  details jsonb not null,
  created_at timestamptz not null,
  primary key (customer_id, client_id),
  foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade,
  foreign key (customer_id, initial_access_token_id)
    references initial_access_tokens (customer_id, id) on delete cascade
)

create index client_registrations_initial_access_token_id_index
on client_registrations (initial_access_token_id, customer_id)

-- Authorization requests that clients deposit (RFC 9126).
create table pushed_requests (
  reference_hash bytea primary key,
  customer_id uuid not null,
  client_id text not null,
  parameters text not null,
  expires_at timestamptz not null,
  is_reusable boolean not null default false,
  foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade
)

create index pushed_requests_client_id_index on pushed_requests (customer_id, client_id)

create index pushed_requests_expires_at_index on pushed_requests (expires_at)

create table revoked_tokens (
  jti uuid primary key,
  customer_id uuid not null,
  client_id text not null,
  expires_at timestamptz not null,
  foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade
)

create index revoked_tokens_client_id_index on revoked_tokens (customer_id, client_id)

create index revoked_tokens_expires_at_index on revoked_tokens (expires_at)

-- Assertions, like the proofs of DPoP, are accepted once.
create table used_assertions (
  customer_id uuid not null,
  client_id text not null,
  jti_hash bytea not null,
  expires_at timestamptz not null,
  primary key (customer_id, client_id, jti_hash),
  foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade
)

create index used_assertions_expires_at_index on used_assertions (expires_at)

create trigger clients_versioned before update of updated_at on clients
for each row when (new.version = old.version) execute function count_version()
`;
