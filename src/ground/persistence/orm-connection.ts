import { type Configuration, isRaw, PostgreSqlConnection, PostgreSqlDriver } from '@mikro-orm/postgresql';
import { Meter } from '../kernel/meter.ts';
import { type Names, numbered, summaryOf } from './composed.ts';

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

/**
 * MikroORM's connection, with the values beside the text. MikroORM itself writes values into the text: PostgreSQL would
 * parse and plan each query anew, and show personal data and hashes in its log and in `pg_stat_activity`.
 */
export class Connection extends PostgreSqlConnection {
  /** The names of texts, if PostgreSQL keeps queries under names. */
  names: Names | null = null;

  /** Reports to the meter how long queries take, all under one name. */
  constructor(
    config: Configuration,
    private readonly meter = new Meter(),
  ) {
    super(config);
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
    const { text, values } = numbered(query, params, (name) => this.platform.quoteIdentifier(name));
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
