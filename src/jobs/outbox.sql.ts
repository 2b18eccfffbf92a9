import { sql, type Statement } from '../kernel/database.ts';
import { dueStatement, type DueRow } from './due.sql.ts';

/**
 * The table of an outbox. Besides what is its own it has the columns id, customer_id, attempts, next_attempt_at, failed_at,
 * last_error, created_at and `<done>_at`: a row is done, or dead once it was given up, or pending.
 */
export interface OutboxTable {
  /** The room whose table it is; the names of the statements begin with it. */
  readonly room: string;
  readonly table: string;
  /** What becomes of a row that was delivered, `sent`: its state, and `sent_at` the column of when. */
  readonly done: string;
  /** What is also set then, with a comma in front. */
  readonly alsoDone?: string;
  /** The column or expression that names a row's line within its customer. */
  readonly line: string;
  /** The expression of the time a row is due, as the index has it; never null. */
  readonly dueAt: string;
  /** More columns of a line `l` than customer and line, each with a comma in front. */
  readonly lineColumns?: string;
  /** What delivering row `o` takes, besides its id and attempts; `joined` is a table with columns for that. */
  readonly parcel: string;
  readonly joined?: { readonly table: string; readonly on: string };
}

/** What workers do with the rows of an outbox. */
export interface OutboxStatements<P, Due> {
  /** See `dueStatement`. */
  readonly due: Statement<Due>;
  /**
   * $1 ids, $2 now, $3 until when they are this worker's. Two workers never get the same row: each passes over those that
   * another is claiming, and what is claimed is not due.
   */
  readonly claim: Statement<P>;
  /** $1 id, $2 the attempt, $3 now. */
  readonly markDone: Statement<Record<string, never>>;
  /** $1 id, $2 the attempt, $3 when to try again or null to give up, $4 now, $5 what went wrong. */
  readonly markFailed: Statement<Record<string, never>>;
}

/** Declares the statements of an outbox, at module load. */
export function outboxStatements<P, Due extends DueRow>(outbox: OutboxTable): OutboxStatements<P, Due> {
  const { room, table, done } = outbox;
  const open = `${done}_at is null and failed_at is null`;
  return {
    due: dueStatement<Due>(`${room}.due`, { ...outbox, open }),
    claim: sql(`${room}.claim`, claim(outbox, open)),
    markDone: sql(
      `${room}.done`,
      `update ${table} set ${done}_at = $3, last_error = null${outbox.alsoDone ?? ''}
       where id = $1 and attempts = $2 and ${done}_at is null`,
    ),
    markFailed: sql(
      `${room}.failed`,
      `update ${table} set last_error = $5, next_attempt_at = coalesce($3, next_attempt_at),
         failed_at = case when $3::timestamptz is null then $4::timestamptz end
       where id = $1 and attempts = $2 and ${done}_at is null`,
    ),
  };
}

function claim({ table, dueAt, parcel, joined }: OutboxTable, open: string): string {
  return `update ${table} o set attempts = o.attempts + 1, next_attempt_at = $3
   from (
     select id from ${table} where id = any($1) and ${open} and ${dueAt} <= $2 for update skip locked
   ) due${joined ? `, ${joined.table}` : ''}
   where o.id = due.id${joined ? ` and ${joined.on}` : ''}
   returning o.id, o.attempts, ${parcel}`;
}
