import { type Configuration, isRaw, PostgreSqlConnection, PostgreSqlDriver } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';
import { Meter } from '../kernel/meter.ts';

/** A query as PostgreSQL gets it. With a name, each connection parses it only once. */
export interface Query {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

export interface Answer {
  readonly rows: unknown[];
  readonly rowCount: number | null;
}

/** What sends queries: the pool, or the connection of a transaction. */
export interface Sender {
  query(query: Query): Promise<Answer>;
}

/** The most texts that get names. Each connection keeps a plan for every name that it has seen. */
const NAMES_MAX = 500;
/** The most texts that are remembered, to see whether they come again. */
const SEEN_MAX = 2_000;

/** Names for texts that come again. Texts that differ in every request, such as those with lists of ids, get none. */
class Names {
  private readonly names = new Map<string, string>();
  private readonly seen = new LRUCache<string, true>({ max: SEEN_MAX });

  /** The name of a text, from the second time on. */
  of(text: string): string | undefined {
    const name = this.names.get(text);
    if (name !== undefined || this.names.size >= NAMES_MAX) return name;
    if (!this.seen.has(text)) {
      this.seen.set(text, true);
      return undefined;
    }
    this.seen.delete(text);
    const made = `orm.${this.names.size + 1}`;
    this.names.set(text, made);
    return made;
  }
}

/**
 * MikroORM's connection, with the values beside the text. MikroORM itself writes values into the text: PostgreSQL would
 * parse and plan each query anew, and show personal data and hashes in its log and in `pg_stat_activity`.
 */
export class Connection extends PostgreSqlConnection {
  private names: Names | null = null;

  /** Reports to the meter how long queries take, all under one name. */
  constructor(
    config: Configuration,
    private readonly meter = new Meter(),
  ) {
    super(config);
  }

  /** Has PostgreSQL keep queries under names. */
  nameQueries(): void {
    this.names = new Names();
  }

  /** Also closes the pool, which MikroORM does only if it has sent a query itself. */
  override async close(force?: boolean): Promise<void> {
    const pool = this.connected ? await this.getNativeClient() : null;
    await super.close(force);
    if (pool && !pool.ending) await pool.end();
  }

  override async execute<Result>(
    query: unknown,
    params: unknown = [],
    method: 'all' | 'get' | 'run' = 'all',
    ctx?: Sender | object,
    logging?: object,
  ): Promise<Result> {
    // MikroORM cannot send a raw query on a connection of ours.
    if (isRaw(query) && ctx && isSender(ctx)) return this.execute(query.sql, [...query.params], method, ctx, logging);
    const sender = ctx ?? (await this.getNativeClient());
    // Migrations and the like run in transactions that MikroORM began.
    if (typeof query !== 'string' || !Array.isArray(params) || !isSender(sender))
      return super.execute(query as string, params as unknown[], method, ctx, logging) as Promise<Result>;
    const { text, values } = this.numbered(query, params);
    const name = this.names?.of(text);
    const send = async (): Promise<Result> => {
      const sent = name === undefined ? { text, values } : { name, text, values };
      const { rows, rowCount } = await this.meter.statement(
        'orm',
        () => sender.query(sent),
        () => summaryOf(text),
      );
      return this.transformRawResult({ rows, numAffectedRows: rowCount }, method);
    };
    return this.executeQuery(query, send, logging);
  }

  /** The query with PostgreSQL's numbered parameters. MikroORM's marks are `?` for a value and `??` for an identifier. */
  private numbered(query: string, params: readonly unknown[]): { text: string; values: unknown[] } {
    const values: unknown[] = [];
    const add = (value: unknown): string => {
      if (isRaw(value)) return fill(value.sql, value.params);
      if (Array.isArray(value)) return value.map(add).join(', ');
      return `$${values.push(value)}`;
    };
    const fill = (sql: string, given: readonly unknown[]): string => {
      if (given.length === 0) return sql;
      let next = 0;
      return sql.replaceAll(/\\\?|\?\??/g, (mark) => {
        if (mark === '\\?') return '?';
        const value = given[next++];
        return mark === '??' ? this.platform.quoteIdentifier(value as string) : add(value);
      });
    };
    return { text: fill(query, params), values };
  }
}

/** What a query does and to which table, such as `select users`. */
function summaryOf(text: string): string {
  const [, verb = 'query'] = /^\W*(\w+)/.exec(text) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\s+"?([a-z]\w*)/.exec(text) ?? [];
  return `${verb} ${table}`.trim();
}

const isSender = (ctx: object): ctx is Sender => 'query' in ctx;

/** MikroORM's driver, with that connection. */
export class Driver extends PostgreSqlDriver {
  declare readonly connection: Connection;

  constructor(config: Configuration, connection = new Connection(config)) {
    super(config);
    (this as { connection: Connection }).connection = connection;
  }
}

/** The driver of an ORM that uses a connection which exists already. */
export const driverOn = (connection: Connection): typeof Driver =>
  class extends Driver {
    constructor(config: Configuration) {
      super(config, connection);
    }
  };
