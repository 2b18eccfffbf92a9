/**
 * One SQL text under a name of its own. PostgreSQL parses and plans a named statement once per connection, so the hot
 * paths pay for execution only; names are unique across the program and at most 63 bytes long.
 */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Only for the compiler: the shape of a row. */
  readonly row?: Row;
}

const names = new Set<string>();

/** Declares a statement at module load; a name used twice is a programming error and throws at once. */
export function sql<Row = Record<string, never>>(name: string, text: string): Statement<Row> {
  if (names.has(name)) throw new Error(`Two SQL statements are named ${name}.`);
  names.add(name);
  return { name, text };
}

/** Rows in and out of PostgreSQL. Timestamps arrive as Date, bigint as number, bytea as Buffer. */
export interface Database {
  /** All rows, in one round trip. */
  rows<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>;
  /** The first row, in one round trip. */
  first<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row | undefined>;
  /** Everything `work` does on `tx` happens together or not at all. */
  transaction<Result>(work: (tx: Database) => Promise<Result>): Promise<Result>;
}

interface DatabaseFault {
  readonly code?: string;
  readonly constraint?: string;
}

/** The name of the violated unique constraint, wherever in the chain of causes PostgreSQL's report stands. */
export const uniqueViolation = (error: unknown): string | undefined => violation(error, '23505');

/** The name of the violated foreign key. */
export const foreignKeyViolation = (error: unknown): string | undefined => violation(error, '23503');

/** The name of the violated check, a trigger's included. */
export const checkViolation = (error: unknown): string | undefined => violation(error, '23514');

function violation(error: unknown, code: string): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const fault = cause as DatabaseFault;
    if (fault.code === code) return fault.constraint;
  }
  return undefined;
}
