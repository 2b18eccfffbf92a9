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
  /** The columns of a row for its administrators. */
  readonly columns: string;
  /** What delivering row `o` takes, besides its id and attempts; `joined` is a table with columns for that. */
  readonly parcel: string;
  readonly joined?: { readonly table: string; readonly on: string };
  /** The insert of the audit event of parameter `event` for the row of `changed`. */
  readonly trail: (event: string, changed: string) => string;
}

/** All that is ever done with the rows of an outbox but writing them. */
export interface OutboxStatements<P, Due, Row> {
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
  /** $1 customer, $2 state or null, $3 behind this id or null, $4 rows; newest first. */
  readonly page: Statement<Row>;
  /** $1 customer, $2 state or null. */
  readonly count: Statement<{ count: number }>;
  /** $1 customer, $2 id. */
  readonly byId: Statement<Row>;
  /** $1 customer, $2 id, $3 now, $4 audit row. Only what was given up is tried again. */
  readonly retry: Statement<Row>;
}

/** Declares the statements of an outbox, at module load. */
export function outboxStatements<P, Due extends DueRow, Row>(outbox: OutboxTable): OutboxStatements<P, Due, Row> {
  const { room, table, done, columns } = outbox;
  const open = `${done}_at is null and failed_at is null`;
  const state = `($2::text is null or $2 = case
    when ${done}_at is not null then '${done}' when failed_at is not null then 'dead' else 'pending' end)`;
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
    page: sql(
      `${room}.page`,
      `select ${columns} from ${table}
       where customer_id = $1 and ${state} and ($3::uuid is null or id < $3) order by id desc limit $4`,
    ),
    count: sql(`${room}.count`, `select count(*) from ${table} where customer_id = $1 and ${state}`),
    byId: sql(`${room}.by-id`, `select ${columns} from ${table} where customer_id = $1 and id = $2`),
    retry: sql(
      `${room}.retry`,
      `with revived as (
         update ${table} set failed_at = null, attempts = 0, next_attempt_at = $3
         where customer_id = $1 and id = $2 and failed_at is not null returning *
       ), trail as (
         ${outbox.trail('$4', 'revived')}
       )
       select ${columns} from revived`,
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
