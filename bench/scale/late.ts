import type { ClientBase } from 'pg';

export interface Late {
  readonly drop: string;
  readonly create: string;
}

/** Indexes and foreign keys of some tables, which can be made after their rows. */
export async function lateIn(client: ClientBase, tables: readonly string[]): Promise<Late[]> {
  const { rows } = await client.query<Late>(
    `select 'drop index ' || indexname as drop, indexdef as create from pg_indexes
     where tablename = any($1) and indexdef like 'CREATE INDEX%'
     union all
     select format('alter table %s drop constraint %I', conrelid::regclass, conname),
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
     from pg_constraint where conrelid = any($1::regclass[]) and contype = 'f'`,
    [tables],
  );
  return rows;
}
