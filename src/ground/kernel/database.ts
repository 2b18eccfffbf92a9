import type { EntityManager, Raw } from '@mikro-orm/postgresql';

/**
 * A SQL text with a name. PostgreSQL parses and plans a named statement once per connection, so hot paths only pay for
 * its execution. Names are unique in the program and at most 63 bytes long.
 */
export interface Statement<Row, Parameters> {
  readonly name: string;
  readonly text: string;
  /** The parameters' names: the first is `$1` in the text. */
  readonly parameters: readonly string[];
  /** Only for the compiler: the shape of a row. */
  readonly row?: Row;
  /** Only for the compiler: the parameters by their names. */
  readonly values?: Parameters;
}

const declared = new Map<string, Statement<unknown, unknown>>();

/** Every statement that the loaded modules have declared. */
export const declaredStatements = (): readonly Statement<unknown, unknown>[] => [...declared.values()];

/**
 * Declares a statement at module load. `:name` in the text stands for the parameter of that name. A statement's name used
 * twice is a programming error and throws at once.
 */
export const sql = <Row, Parameters>(name: string, text: string): Statement<Row, Parameters> =>
  declare<Statement<Row, Parameters>>(statement(name, text));

function declare<Made extends Statement<unknown, unknown>>(made: Made): Made {
  if (declared.has(made.name)) throw new Error(`Two SQL statements are named ${made.name}.`);
  declared.set(made.name, made);
  return made;
}

/** Makes a statement of a text that is known only later, such as one made from an entity's metadata. */
export function statement<Row, Parameters>(name: string, text: string): Statement<Row, Parameters> {
  const parameters: string[] = [];
  const numberOf = (parameter: string): number => {
    if (!parameters.includes(parameter)) parameters.push(parameter);
    return parameters.indexOf(parameter) + 1;
  };
  // A colon in front of a word, and not part of a cast, marks a parameter. PostgreSQL numbers them.
  const numbered = text.replaceAll(/(?<![:\w]):([a-z]\w*)/gi, (_, parameter: string) => `$${numberOf(parameter)}`);
  return { name, text: numbered, parameters };
}

/** The parameters in the order of their numbers. */
export const valuesOf = <Parameters>(
  { parameters }: Statement<unknown, Parameters>,
  values: NoInfer<Parameters>,
): unknown[] => parameters.map((name) => (values as Readonly<Record<string, unknown>>)[name]);

const fragments = new Map<string, string>();

/** The texts of every fragment that the loaded modules have made, each with the fragment's name. */
export const declaredFragments = (): ReadonlyMap<string, string> => fragments;

/**
 * SQL that writes a room's tables within statements of other rooms, which spares a round trip. The room that owns the
 * tables makes the text, and its name begins with the room's name. The parameters in the text may differ.
 */
export function fragment(name: string, text: string): string {
  fragments.set(text, name);
  return text;
}

/**
 * Joins the row of `table` whose `id` is `key`, as `alias`. The limit forces PostgreSQL to look the row up by its key.
 * Without it, PostgreSQL reads the whole table, or all rows of a customer, if statistics make that look cheap. Compare the
 * customer in the WHERE clause with `is not distinct from`: no index supports that, so PostgreSQL cannot choose one.
 */
export const byKey = (table: string, alias: string, key: string): string =>
  `cross join lateral (select * from ${table} where id = ${key} limit 1) ${alias}`;

/**
 * A read by key that simultaneous requests share. Each parameter is a list: one part of the keys of all requests. `n` is
 * the place of the key that found a row.
 */
export interface Lookup<Row, Part extends string> extends Statement<
  Row & { readonly n: number },
  Readonly<Record<Part, readonly string[]>>
> {
  readonly parts: readonly Part[];
  /** Whether requests with the same key get the same row, which nobody may change then. */
  readonly isShared: boolean;
}

/**
 * Declares a lookup. `types` are the SQL types of the key's parts. `select` makes the query for one key from the
 * expressions of its parts. The query returns at most one row, which requests with the same key share, unless the lookup does
 * something `besides`, which may write.
 */
export const lookup = <Row, Part extends string = string>(
  ...made: Parameters<typeof lookupStatement<Row, Part>>
): Lookup<Row, Part> => {
  const [, , , besides] = made;
  return declare<Lookup<Row, Part>>({ ...lookupStatement<Row, Part>(...made), isShared: besides === undefined });
};

/** What a lookup does besides, once for all keys: a common table expression that reads the keys from `asked`, and a column. */
export interface Besides {
  readonly expression: string;
  readonly column: string;
}

/** Makes a lookup of a text that is known only later. Every request gets a row of its own. */
export function lookupStatement<Row, Part extends string = string>(
  name: string,
  types: Readonly<Record<Part, string>>,
  select: (key: Readonly<Record<Part, string>>) => string,
  besides?: Besides,
): Lookup<Row, Part> {
  const parts = Object.keys(types) as Part[];
  const lists = parts.map((part) => `:${part}::${types[part]}[]`).join(', ');
  const names = parts.map((part) => `"${part}"`);
  const body = select(Object.fromEntries(parts.map((part) => [part, `asked."${part}"`])) as Record<Part, string>);
  // The condition always holds and looks rare. So the planner expects one key, however many there are, and keeps its plan.
  const keys = `unnest(${lists}) with ordinality as asked(${names.join(', ')}, n)`;
  const found = (from: string, columns = ''): string =>
    `select asked.n, found.*${columns} from ${from} cross join lateral (${body}) found where asked.n % 1 = 0`;
  const text = besides
    ? `with asked as materialized (select * from ${keys}), ${besides.expression} ${found('asked', `, ${besides.column}`)}`
    : found(keys);
  const made = statement<Row & { readonly n: number }, Readonly<Record<Part, readonly string[]>>>(name, text);
  return { ...made, parts, isShared: false };
}

/** Rows in and out of PostgreSQL. Timestamps arrive as Date, bigint as number, bytea as Buffer. */
export interface Database {
  /** All rows, in one round trip. Outside a transaction, a deadlock is retried once. */
  rows<Row, Parameters>(statement: Statement<Row, Parameters>, values: NoInfer<Parameters>): Promise<Row[]>;
  /** The first row, in one round trip. */
  first<Row, Parameters>(statement: Statement<Row, Parameters>, values: NoInfer<Parameters>): Promise<Row | undefined>;
  /**
   * The row of this key. All lookups of one turn of the event loop share a round trip, which begins at the end of the turn.
   * Under load, this is the cheapest way to read. Nothing is cached.
   */
  lookUp<Row, Part extends string>(
    statement: Lookup<Row, Part>,
    key: Readonly<Record<Part, string>>,
  ): Promise<Row | undefined>;
  /**
   * The rows of a query that is put together for a list: of its filter, order, direction and fields. PostgreSQL parses and
   * plans a text that comes again once per connection.
   */
  select<Row extends object>(query: Raw): Promise<Row[]>;
  /** Everything `work` does on `tx` happens together or not at all. A deadlock is retried once: `work` then runs again. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
}

/**
 * Statements and entities that are written together. A transaction within it is a part of it: if the part fails, only what
 * the part wrote is undone. Parts run one after the other. If nothing waits for the rows of a statement, the commit is sent
 * right behind it; if the statement fails, so does the transaction.
 */
export interface Transaction extends Database {
  /** Calls `then` after the commit. Not called if the transaction, or the part of it, fails. */
  onCommit(then: () => void): void;
  /** The unit of work of this transaction, flushed before the commit. */
  readonly em: EntityManager;
  /** Runs `work` and takes back all that it has written. If it throws, so does the transaction. */
  rehearse<Result>(work: () => Promise<Result>): Promise<Result>;
}

interface DatabaseFault {
  readonly code?: string;
  readonly severity?: string;
  readonly constraint?: string;
  readonly syscall?: string;
  readonly message?: string;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

/** The name of the violated unique constraint, from any error in the chain of causes. */
export const uniqueViolation = (error: unknown): string | undefined => violation(error, '23505');

/** The name of the violated foreign key. */
export const foreignKeyViolation = (error: unknown): string | undefined => violation(error, '23503');

/** The name of the violated check, which may be a trigger's. */
export const checkViolation = (error: unknown): string | undefined => violation(error, '23514');

// Class 08: the connection; 28 and 3D: the role or the database is refused; 53: too many of them, or no room; 57P0x: shutting
// down, crashed or starting; 25006: a standby; 25P0x: the transaction was idle for too long, and its connection was closed.
// Class 58 is the system's: its disk fails, or a pooler (PgDog, pgcat, Odyssey) reaches no server. 57000 is Pgpool-II's during a
// failover. PgBouncer says 08P01, Supavisor 08006, and XX000 as an end of the connection, as RDS Proxy ends it, too.
const OUTAGE_STATES = /^(?:08...|28...|3D000|53...|57000|57P0[1-5]|58...|25006|25P0[34])$/;
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
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/;

/** Whether the database is unavailable. Otherwise the statement was wrong. */
export const isOutage = (error: unknown): boolean =>
  someFault(
    error,
    ({ code = '', severity, syscall, message = '' }) =>
      // PostgreSQL refuses or ends the connection, for whatever reason.
      severity === 'FATAL' ||
      // An embedded database that does not run has no socket.
      OUTAGE_STATES.test(code) ||
      OUTAGE_CALLS.has(code) ||
      syscall === 'connect' ||
      OUTAGE_WORDS.test(message),
  );

/** Why the database does not serve, in a word for operators. */
const OUTAGES: readonly (readonly [string, (fault: DatabaseFault) => boolean])[] = [
  ['disk_full', ({ code }) => code === '53100'],
  ['too_many_connections', ({ code }) => code === '53300'],
  ['refused', ({ code = '' }) => /^(?:28...|3D000)$/.test(code)],
  ['starting', ({ code }) => code === '57P03'],
  ['standby', ({ code }) => code === '25006'],
  ['busy', ({ message = '' }) => message.startsWith('timeout exceeded when trying to connect')],
  ['silent', ({ code, syscall }) => code === 'ETIMEDOUT' && syscall !== 'connect'],
];

/** The cause of an outage: `unreachable` if no other one is known. Null if the error is none. */
export const outageOf = (error: unknown): string | null =>
  isOutage(error) ? (OUTAGES.find(([, matches]) => someFault(error, matches))?.[0] ?? 'unreachable') : null;

/** Whether PostgreSQL rolled the work back because of simultaneous work: a deadlock, or a serialization failure. */
export const isCollision = (error: unknown): boolean =>
  someFault(error, ({ code }) => code === '40P01' || code === '40001');

/** Retries work, once or more often, if PostgreSQL rolled it back because of simultaneous work. */
export async function retried<Result>(work: () => Promise<Result>, times = 1): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isCollision(error)) throw error;
    return times > 1 ? retried(work, times - 1) : work();
  }
}

/** Whether PostgreSQL rolled the work back because it waited too long for a lock. */
export const isLocked = (error: unknown): boolean => someFault(error, ({ code }) => code === '55P03');

/** Whether PostgreSQL rolled the work back because it took too long, or waited too long for a lock. */
export const isOverdue = (error: unknown): boolean =>
  isLocked(error) || someFault(error, ({ code }) => code === '57014');

function someFault(error: unknown, matches: (fault: DatabaseFault) => boolean): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const fault = error as DatabaseFault;
  // A host with several addresses, none of which answers, has `errors`.
  return matches(fault) || [fault.cause, ...(fault.errors ?? [])].some((each) => someFault(each, matches));
}

function violation(error: unknown, code: string): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const fault = cause as DatabaseFault;
    if (fault.code === code) return fault.constraint;
  }
  return undefined;
}
