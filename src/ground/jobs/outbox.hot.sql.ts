import { sql, type Statement } from '../kernel/database.ts';
import { dueStatement, type DueRow, type Look } from './due.hot.sql.ts';

/**
 * The table of an outbox. It has its own columns and id, customer_id, attempts, next_attempt_at, failed_at, last_error,
 * created_at and `<done>_at`. A row is pending, done, or dead: given up after the last attempt.
 */
export interface OutboxTable {
  /** The module that owns the table. The names of the statements begin with it. */
  readonly room: string;
  readonly table: string;
  /** The state of a delivered row: for `sent`, its time is in `sent_at`. */
  readonly done: string;
  /** The column or expression that names a row's line within its customer. */
  readonly line: string;
  /** The expression of the time a row is due, as the index has it. Never null. */
  readonly dueAt: string;
  /** More columns of a line `l` than customer and line, each after a comma. */
  readonly lineColumns?: string;
  /** What the delivery of row `o` needs besides id and attempts. `joined` is a table with columns for that. */
  readonly parcel: string;
  readonly joined?: { readonly table: string; readonly on: string };
}

/** Rows to claim, and until when they are the worker's. */
interface Claim {
  readonly ids: readonly string[];
  readonly now: Date;
  readonly until: Date;
}

/** The statements that couriers run. */
export interface OutboxStatements<P, Due> {
  readonly due: Statement<Due, Look>;
  readonly claim: Statement<P, Claim>;
}

/**
 * Declares the statements of an outbox, at module load. Claims skip rows that another worker is claiming, and a claimed row
 * is not due. So no two workers get the same row.
 */
export function outboxStatements<P, Due extends DueRow>(outbox: OutboxTable): OutboxStatements<P, Due> {
  const { room, done } = outbox;
  const open = `${done}_at is null and failed_at is null`;
  return {
    due: dueStatement<Due>(`${room}.due`, { ...outbox, open }),
    claim: sql<P, Claim>(`${room}.claim`, claim(outbox, open)),
  };
}

function claim({ table, dueAt, parcel, joined }: OutboxTable, open: string): string {
  return `update ${table} o set attempts = o.attempts + 1, next_attempt_at = :until
   from (
     select id from ${table} where id = any(:ids) and ${open} and ${dueAt} <= :now for update skip locked
   ) due${joined ? `, ${joined.table}` : ''}
   where o.id = due.id${joined ? ` and ${joined.on}` : ''}
   returning o.id, o.attempts, ${parcel}`;
}
