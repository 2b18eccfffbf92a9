import { sql, type Statement } from '../kernel/database.ts';

/** How many lines one look passes. */
export const LINES_A_LOOK = 100;

/** A place in the order of lines: behind it a look goes on. */
export interface LinePlace {
  readonly customerId: string;
  readonly line: string;
}

/** Before the first line. */
export const FIRST_LINE: LinePlace = { customerId: '00000000-0000-0000-0000-000000000000', line: '' };

/** A row that is due, and the line it waits in; a line in which nothing is due has one without an id. */
export interface DueRow extends LinePlace {
  readonly id: string | null;
}

interface Waiting {
  readonly table: string;
  /** The column or expression that names a row's line within its customer. */
  readonly line: string;
  /** The condition of rows that are not done. */
  readonly open: string;
  /** The expression of the time a row is due; never null. */
  readonly dueAt: string;
  /** More columns of a line `l`, each with a comma in front. */
  readonly lineColumns?: string;
}

/**
 * The rows of an outbox that are due, the oldest of each line. It goes from line to line by an index on customer, line
 * and time, so that a line with a million rows costs no more than one with a few.
 * $1 customer and $2 line of the place to go on behind, $3 now, $4 rows of each line.
 */
export function dueStatement<Row extends DueRow>(
  name: string,
  { table, line, open, dueAt, lineColumns = '' }: Waiting,
): Statement<Row> {
  const next = (customer: string, behind: string): string =>
    `select customer_id, ${line} as line from ${table}
     where ${open} and (customer_id, ${line}) > (${customer}, ${behind}) order by customer_id, ${line} limit 1`;
  return sql<Row>(
    name,
    `with recursive lines as (
       (select first.customer_id, first.line, 1 as n from (${next('$1', '$2')}) first)
       union all
       select following.customer_id, following.line, l.n + 1 from lines l
       cross join lateral (${next('l.customer_id', 'l.line')}) following where l.n < ${LINES_A_LOOK}
     )
     select l.customer_id as "customerId", l.line${lineColumns}, due.id from lines l
     left join lateral (
       select id from ${table} where customer_id = l.customer_id and ${line} = l.line and ${open} and ${dueAt} <= $3
       order by ${dueAt} limit $4
     ) due on true
     order by l.n`,
  );
}
