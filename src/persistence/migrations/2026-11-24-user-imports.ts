import { Migration } from '@mikro-orm/migrations';

/** Imports of users: how far each has come, the parts of its file that are still to be imported, and the faults of rows. */
export class UserImports extends Migration {
  override up(): void {
    this.addSql(`
      create table user_imports (
        id uuid primary key,
        customer_id uuid not null references customers (id) on delete cascade,
        status text not null constraint user_imports_status_check
          check (status in ('awaiting_file', 'running', 'done', 'failed', 'canceled')),
        format text not null constraint user_imports_format_check check (format in ('csv', 'jsonl')),
        delimiter text not null,
        columns jsonb not null,
        existing text not null constraint user_imports_existing_check check (existing in ('update', 'skip', 'refuse')),
        dry_run boolean not null,
        actor_type text not null
          constraint user_imports_actor_type_check check (actor_type in ('user', 'client', 'system')),
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
        constraint user_imports_customer_id_id_key unique (customer_id, id)
      )`);
    this.addSql(`create index user_imports_running_index on user_imports (updated_at) where status = 'running'`);
    this.addSql(`
      create table user_import_chunks (
        import_id uuid not null,
        number int not null,
        customer_id uuid not null,
        content text not null,
        created_at timestamptz not null,
        primary key (import_id, number),
        foreign key (customer_id, import_id) references user_imports (customer_id, id) on delete cascade
      )`);
    this.addSql('create index user_import_chunks_import_id_index on user_import_chunks (import_id, customer_id)');
    this.addSql(`
      create table user_import_faults (
        id uuid primary key,
        import_id uuid not null,
        customer_id uuid not null,
        row int not null,
        field text,
        code text not null,
        message text not null,
        created_at timestamptz not null,
        foreign key (customer_id, import_id) references user_imports (customer_id, id) on delete cascade
      )`);
    this.addSql(
      'create index user_import_faults_import_id_index on user_import_faults (import_id, customer_id, row, id)',
    );
  }

  override down(): void {
    this.addSql('drop table user_import_faults, user_import_chunks, user_imports');
  }
}
