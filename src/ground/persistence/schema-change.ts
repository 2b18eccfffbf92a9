import type { PoolClient } from 'pg';

/** What a statement does to a table: only its catalog entry, a read of all rows, a rewrite of all rows, a change of rows. */
export type Work = 'catalog' | 'read' | 'rewrite' | 'rows';

/** What a statement did to one table. */
export interface Change {
  readonly table: string;
  /** The mode of the lock, as PostgreSQL names it, such as AccessExclusiveLock. */
  readonly lock: string;
  readonly blocks: 'nothing' | 'writes' | 'reads and writes';
  readonly work: Work;
}

/** PostgreSQL's table locks, from the weakest. */
const MODES = [
  'AccessShareLock',
  'RowShareLock',
  'RowExclusiveLock',
  'ShareUpdateExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
];
const BLOCKS_WRITES = MODES.indexOf('ShareLock');
/** The lock of a change of rows. Weaker ones only read. */
const WEAKEST = MODES.indexOf('RowExclusiveLock');

const CHANGED_TABLE = /^\s*(?:update|delete from|insert into)\s+(\w+)/i;

/** A table, as the transaction sees it. */
interface TableState {
  readonly name: string;
  readonly file: string;
  /** Indexes, validated constraints and columns that may not be null: each needs a read of all rows. */
  readonly checked: number;
  readonly mode: number;
}

/** The tables of a schema, by their ids. */
export type SchemaState = ReadonlyMap<string, TableState>;

/** Runs a statement in a schema, and tells what it did to the tables there since `before`. Locks of reads are left out. */
export async function observe(
  client: PoolClient,
  schema: string,
  statement: string,
  before: SchemaState,
): Promise<{ readonly changes: readonly Change[]; readonly after: SchemaState }> {
  await client.query(statement);
  const after = await stateOf(client, schema);
  const changed = CHANGED_TABLE.exec(statement)?.[1];
  const changes: Change[] = [];
  for (const [oid, { name, ...was }] of before) {
    // The lock of a dropped table has no name any more.
    const now = after.get(oid) ?? { ...was, mode: MODES.indexOf('AccessExclusiveLock') };
    const work = workOf(was, now, name === changed);
    if (work === 'catalog' && (now.mode <= was.mode || now.mode < WEAKEST)) continue;
    changes.push({ table: name, lock: MODES[now.mode]!, blocks: blockedBy(now.mode), work });
  }
  return { changes, after };
}

function blockedBy(mode: number): Change['blocks'] {
  if (mode === MODES.length - 1) return 'reads and writes';
  return mode >= BLOCKS_WRITES ? 'writes' : 'nothing';
}

type Seen = Pick<TableState, 'file' | 'checked'>;

function workOf(was: Seen, now: Seen, changesRows: boolean): Work {
  if (was.file !== now.file) return 'rewrite';
  if (changesRows) return 'rows';
  return now.checked > was.checked ? 'read' : 'catalog';
}

/** The tables as the transaction sees them now, with its locks. */
export async function stateOf(client: PoolClient, schema: string): Promise<SchemaState> {
  const { rows } = await client.query<{ oid: string; name: string; file: string; checked: number; modes: string[] }>(
    `select c.oid::text, c.relname as name, pg_relation_filenode(c.oid)::text as file,
       ((select count(*) from pg_index where indrelid = c.oid)
        + (select count(*) from pg_constraint where conrelid = c.oid and contype in ('c', 'f') and convalidated)
        + (select count(*) from pg_attribute where attrelid = c.oid and attnotnull and atthasmissing is not true))::int as checked,
       array(select mode from pg_locks where pid = pg_backend_pid() and relation = c.oid) as modes
     from pg_class c
     where c.relnamespace = $1::regnamespace and c.relkind = 'r'`,
    [schema],
  );
  return new Map(
    rows.map(({ oid, modes, ...state }) => [
      oid,
      { ...state, mode: Math.max(-1, ...modes.map((mode) => MODES.indexOf(mode))) },
    ]),
  );
}
