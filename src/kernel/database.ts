import type { EntityManager } from '@mikro-orm/postgresql';

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

const declared = new Map<string, Statement<unknown>>();

/** Every statement that the loaded modules have declared. */
export const declaredStatements = (): readonly Statement<unknown>[] => [...declared.values()];

/** Declares a statement at module load; a name used twice is a programming error and throws at once. */
export function sql<Row = Record<string, never>>(name: string, text: string): Statement<Row> {
  if (declared.has(name)) throw new Error(`Two SQL statements are named ${name}.`);
  const statement = { name, text };
  declared.set(name, statement);
  return statement;
}

const fragments = new Map<string, string>();

/** The texts of every fragment that the loaded modules have made, each with the fragment's name. */
export const declaredFragments = (): ReadonlyMap<string, string> => fragments;

/**
 * SQL by which a room has its tables written in statements of other rooms, where a second round trip would be a pity: the
 * room says how, they say when. Like a statement's, its name begins with the room's; whoever makes it may put different
 * parameters into the text.
 */
export function fragment(name: string, text: string): string {
  fragments.set(text, name);
  return text;
}

/**
 * Joins the row of `table` whose `id` is `key`, as `alias`. Because of the limit PostgreSQL has to look it up for each row
 * before it; free to choose, it reads the whole table, or all of a customer, where statistics call that cheap. Who needs the
 * customer compared in a WHERE, says `is not distinct from`: no index helps with that, so none is tempting.
 */
export const byKey = (table: string, alias: string, key: string): string =>
  `cross join lateral (select * from ${table} where id = ${key} limit 1) ${alias}`;

/** A read by key that everybody who asks at the same moment shares: its parameters are lists, `n` tells whose a row is. */
export interface Lookup<Row> extends Statement<Row & { readonly n: number }> {
  readonly keys: number;
}

/**
 * Declares a lookup. `types` are the SQL types of the key's parts; `select` yields at most one row for the key whose parts
 * it is handed.
 */
export function lookup<Row>(
  name: string,
  types: readonly string[],
  select: (...parts: string[]) => string,
): Lookup<Row> {
  const lists = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ');
  const parts = types.map((_type, index) => `k${index + 1}`);
  const body = select(...parts.map((part) => `asked.${part}`));
  // The condition always holds and looks rare: so the planner expects one key however many there are, and keeps its plan.
  const text = `select asked.n, found.* from unnest(${lists}) with ordinality as asked(${parts.join(', ')}, n)
   cross join lateral (${body}) found where asked.n % 1 = 0`;
  return { ...sql<Row & { n: number }>(name, text), keys: types.length };
}

/** Rows in and out of PostgreSQL. Timestamps arrive as Date, bigint as number, bytea as Buffer. */
export interface Database {
  /** All rows, in one round trip; outside a transaction, tried once more where it collided with others (a deadlock). */
  rows<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>;
  /** The first row, in one round trip. */
  first<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row | undefined>;
  /**
   * The row of this key. Those who look something up in the same turn of the event loop share a round trip, begun at its
   * end: under load that is what a read costs least with. Nothing is remembered.
   */
  lookUp<Row>(statement: Lookup<Row>, ...key: readonly string[]): Promise<Row | undefined>;
  /** Everything `work` does on `tx` happens together or not at all. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
}

/** Statements and entities that are written together. */
export interface Transaction extends Database {
  /** The unit of work of this transaction, flushed before the commit. */
  readonly em: EntityManager;
}

interface DatabaseFault {
  readonly code?: string;
  readonly constraint?: string;
  readonly syscall?: string;
  readonly message?: string;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

/** The name of the violated unique constraint, wherever in the chain of causes PostgreSQL's report stands. */
export const uniqueViolation = (error: unknown): string | undefined => violation(error, '23505');

/** The name of the violated foreign key. */
export const foreignKeyViolation = (error: unknown): string | undefined => violation(error, '23503');

/** The name of the violated check, a trigger's included. */
export const checkViolation = (error: unknown): string | undefined => violation(error, '23514');

// Class 08: the connection; 53: too many of them, or no room; 57P0x: shutting down, crashed or starting; 25006: a standby;
// 25P0x: the transaction was left alone for too long, and its connection closed.
const OUTAGE_STATES = /^(?:08...|53...|57P0[1-5]|25006|25P0[34])$/;
const OUTAGE_CALLS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
// The driver and its pool have no codes for these.
const OUTAGE_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether a failure means that the database cannot be asked now, rather than that it was asked something wrong. */
export const isOutage = (error: unknown): boolean =>
  someFault(
    error,
    ({ code = '', syscall, message = '' }) =>
      // A socket that is not there (yet) is how an embedded database is not there.
      OUTAGE_STATES.test(code) || OUTAGE_CALLS.has(code) || syscall === 'connect' || OUTAGE_WORDS.test(message),
  );

/** Whether PostgreSQL gave the work up, nothing of it done, because others did theirs at the same time. */
export const isCollision = (error: unknown): boolean =>
  someFault(error, ({ code }) => code === '40P01' || code === '40001');

/** Whether PostgreSQL gave the work up, nothing of it done, because it took too long or waited too long for a lock. */
export const isOverdue = (error: unknown): boolean =>
  someFault(error, ({ code }) => code === '57014' || code === '55P03');

function someFault(error: unknown, matches: (fault: DatabaseFault) => boolean): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const fault = error as DatabaseFault;
  // `errors`: of a host with several addresses, none of which answers.
  return matches(fault) || [fault.cause, ...(fault.errors ?? [])].some((each) => someFault(each, matches));
}

function violation(error: unknown, code: string): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const fault = cause as DatabaseFault;
    if (fault.code === code) return fault.constraint;
  }
  return undefined;
}
