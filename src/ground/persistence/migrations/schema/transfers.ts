/** Imports and exports. */
export const transfers = `
create table user_imports (
  id uuid primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  status text not null check (status in ('awaiting_file', 'running', 'done', 'failed', 'canceled')),
  format text not null check (format in ('csv', 'jsonl')),
  delimiter text not null,
  columns jsonb not null,
  existing text not null check (existing in ('update', 'skip', 'refuse')),
  dry_run boolean not null,
  actor_type text not null check (actor_type in ('user', 'client', 'system')),
  actor_id text,
  actor_client_id text,
  scopes text[] not null default '{}',
  proved_at timestamptz,
  ip text not null default '',
  request_id text not null default '',
  upload_id uuid,
  ignored_columns text[] not null default '{}',
  total_rows int,
  processed_rows int not null default 0,
  created_count int not null default 0,
  updated_count int not null default 0,
  unchanged_count int not null default 0,
  skipped_count int not null default 0,
  faulty_count int not null default 0,
  attempts int not null default 0,
  failure text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null,
  unique (customer_id, id)
)

create index user_imports_running_index on user_imports (updated_at) where status = 'running'

-- The parts of a file that are still to be imported.
create table user_import_chunks (
  import_id uuid not null,
  number int not null,
  customer_id uuid not null,
  content text not null,
  created_at timestamptz not null,
  primary key (import_id, number),
  foreign key (customer_id, import_id) references user_imports (customer_id, id) on delete cascade
)

create index user_import_chunks_import_id_index on user_import_chunks (import_id, customer_id)

create table user_import_faults (
  id uuid primary key,
  import_id uuid not null,
  customer_id uuid not null,
  "row" int not null,
  path text,
  code text not null,
  message text not null,
  created_at timestamptz not null,
  foreign key (customer_id, import_id) references user_imports (customer_id, id) on delete cascade
)

create index user_import_faults_import_id_index on user_import_faults (import_id, customer_id, "row", id)

-- Links that download an export once.
create table export_links (
  token_hash bytea primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  kind text not null,
  format text not null,
  actor_type text not null check (actor_type in ('user', 'client', 'system')),
  actor_id text,
  actor_client_id text,
  scopes text[] not null default '{}',
  proved_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  filter jsonb
)

create index export_links_expires_at_index on export_links (expires_at)
`;
