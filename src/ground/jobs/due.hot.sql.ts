import { sql, type Statement } from '../kernel/database.ts';

/** How many lines one look at an outbox covers. */
export const LINES_A_LOOK = 100;

/** A place in the order of lines. The next look continues after it. */
export interface LinePlace {
  readonly customerId: string;
  readonly line: string;
}

/** The place before the first line. */
export const FIRST_LINE: LinePlace = { customerId: '00000000-0000-0000-0000-000000000000', line: '' };

/** A due row and its line. A line without due rows has one without an id. */
export interface DueRow extends LinePlace {
  readonly id: string | null;
}

/** A look at an outbox. */
export interface Look extends LinePlace {
  readonly now: Date;
  /** The most rows of one line. */
  readonly rowsOfLine: number;
}

interface Waiting {
  readonly table: string;
  /** The column or expression that names a row's line within its customer. */
  readonly line: string;
  /** The condition of rows that are not done. */
  readonly open: string;
  /** The expression of the time a row is due. Never null. */
  readonly dueAt: string;
  /** More columns of a line `l`, each after a comma. */
  readonly lineColumns?: string;
}

/**
 * Claims rows in two steps. This one finds the due rows of an outbox, the oldest of each line. It goes from line to line by
 * an index on customer, line and time. So a line with a million rows costs no more than one with a few.
 */
export function dueStatement<Row extends DueRow>(
  name: string,
  { table, line, open, dueAt, lineColumns = '' }: Waiting,
): Statement<Row, Look> {
  const next = (customer: string, after: string): string =>
    `select customer_id, ${line} as line from ${table}
     where ${open} and (customer_id, ${line}) > (${customer}, ${after}) order by customer_id, ${line} limit 1`;
  return sql<Row, Look>(
    name,
    `with recursive lines as (
       (select first.customer_id, first.line, 1 as n from (${next(':customerId', ':line')}) first)
       union all
       select following.customer_id, following.line, l.n + 1 from lines l
       cross join lateral (${next('l.customer_id', 'l.line')}) following where l.n < ${LINES_A_LOOK}
     )
     select l.customer_id as "customerId", l.line${lineColumns}, due.id from lines l
     left join lateral (
       select id from ${table} where customer_id = l.customer_id and ${line} = l.line and ${open} and ${dueAt} <= :now
       order by ${dueAt} limit :rowsOfLine
     ) due on true
     order by l.n`,
  );
}
