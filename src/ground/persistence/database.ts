import type { EntityManager, Raw } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { escapeIdentifier, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { type Names, numbered, summaryOf } from './composed.ts';
import { sendAhead } from './connection.ts';
import type { Answer, Query, Sender } from './orm-connection.ts';
import { NamedQuery } from './named-query.ts';
import { types } from './types.ts';
import { Slices } from '../kernel/event-loop/slices.ts';
import type { Meter } from '../kernel/meter.ts';
import { type Database, type Lookup, retried, type Statement, type Transaction, valuesOf } from '../kernel/database.ts';

/** The pool, or one of its connections. */
export type Connected = Pick<Pool | PoolClient, 'query'>;

/** The parts of a lookup's key. */
type Key = Readonly<Record<string, string>>;

const KEYS_MAX = 1000;
/** Requests that go on together after a look-up. More of them would hold up the event loop, so they go on in slices. */
const TOGETHER_MAX = 50;

/** Of all transactions too, since they have one event loop. */
const slices = new Slices();

class PgDatabase implements Database {
  private readonly lookups = new Map<string, DataLoader<Key, unknown>>();

  constructor(
    protected readonly connection: Connected,
    protected readonly pool: Pool,
    /** Of the texts that are put together. Null if PostgreSQL keeps no statements. */
    protected readonly names: Names | null,
    protected readonly fork: () => EntityManager,
    protected readonly meter: Meter,
  ) {}

  rows<Row, Parameters>(statement: Statement<Row, Parameters>, values: NoInfer<Parameters>): Promise<Row[]> {
    return this.attempt(statement, valuesOf(statement, values));
  }

  async first<Row, Parameters>(
    statement: Statement<Row, Parameters>,
    values: NoInfer<Parameters>,
  ): Promise<Row | undefined> {
    return (await this.rows(statement, values))[0];
  }

  async lookUp<Row, Part extends string>(
    statement: Lookup<Row, Part>,
    key: Readonly<Record<Part, string>>,
  ): Promise<Row | undefined> {
    let loader = this.lookups.get(statement.name);
    if (!loader) this.lookups.set(statement.name, (loader = this.loaderOf(statement)));
    return (await loader.load(key)) as Row | undefined;
  }

  // All requests that were read in one turn of the event loop share a round trip. On an idle server, none waits.
  private loaderOf<Row, Part extends string>(statement: Lookup<Row, Part>): DataLoader<Key, Row | undefined> {
    const read = async (keys: readonly Key[]) => {
      const { asked, places } = statement.isShared ? distinct(keys, statement.parts) : { asked: keys, places: null };
      const found: (Row | undefined)[] = asked.map(() => undefined);
      const lists = statement.parts.map((part) => asked.map((key) => key[part]));
      for (const { n, ...row } of await this.attempt(statement, lists)) found[n - 1] = row as Row;
      const rows = places ? places.map((place) => found[place]) : found;
      return rows.length > TOGETHER_MAX ? rows.map((row) => later(row)) : rows;
    };
    const batchScheduleFn = (send: () => void): void => void setImmediate(send);
    return new DataLoader(read, { cache: false, maxBatchSize: KEYS_MAX, batchScheduleFn });
  }

  select<Row extends object>({ sql: query, params }: Raw): Promise<Row[]> {
    const { text, values } = numbered(query, params, escapeIdentifier);
    const run = (): Promise<Row[]> => this.ask(this.names?.of(text), text, values, 'list', () => summaryOf(text));
    return this.alone(run);
  }

  private attempt<Row>(statement: Statement<Row, unknown>, values: unknown[]): Promise<Row[]> {
    return this.alone(() => this.run<Row>(statement, values));
  }

  /** Retries what collided, but not within a transaction, all of which has failed then. */
  private alone<Result>(run: () => Promise<Result>): Promise<Result> {
    return this.connection === this.pool ? retried(run) : run();
  }

  private run<Row>({ name, text }: Statement<Row, unknown>, values: unknown[]): Promise<Row[]> {
    return this.ask(this.names ? name : undefined, text, values, name);
  }

  protected async ask<Row>(
    name: string | undefined,
    text: string,
    values: unknown[],
    measured: string,
    summary?: () => string,
  ): Promise<Row[]> {
    const query = name === undefined ? { text, values, types } : new NamedQuery(name, text, values, types);
    try {
      return (await this.meter.statement(measured, () => ask(this.connection, query), summary)).rows as Row[];
    } catch (error) {
      // The place in the program, and not the one in the driver.
      Error.captureStackTrace(error as Error);
      throw error;
    }
  }

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return retried(() => this.transact(work));
  }

  private async transact<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      sendAhead(client, true);
      const tx = new PgTransaction(client, this.pool, this.names, this.fork, this.meter);
      tx.begin('begin');
      const result = await work(tx);
      await tx.end('commit');
      for (const then of tx.afterwards) then();
      return result;
    } catch (error) {
      // A connection that cannot roll back is closed.
      await client.query('rollback').catch((fault: Error) => (broken = fault));
      throw error;
    } finally {
      sendAhead(client, false);
      client.release(broken);
    }
  }
}

/** The different keys among those of many requests, and the place of each request's key among them. */
function distinct(
  keys: readonly Key[],
  parts: readonly string[],
): { asked: readonly Key[]; places: readonly number[] } {
  const asked: Key[] = [];
  const placeOf = new Map<string, number>();
  const places = keys.map((key) => {
    // No text in PostgreSQL holds a NUL, so different keys have different names.
    const name = parts.map((part) => key[part]).join('\0');
    const place = placeOf.get(name) ?? asked.push(key) - 1;
    placeOf.set(name, place);
    return place;
  });
  return { asked, places };
}

/** In place of a row the promise of it, which the loader passes on to whoever asked. */
const later = <Row>(row: Row): Row => new Promise<Row>((resolve) => slices.later(() => resolve(row))) as Row;

/** Both the pool and its connections take a callback, though their types do not say so. */
const ask = (connection: Connected, query: NamedQuery | QueryConfig): Promise<QueryResult> =>
  new Promise((resolve, reject) => {
    const done = (error: Error | undefined, result: QueryResult): void => (error ? reject(error) : resolve(result));
    (connection.query as (query: object, callback: typeof done) => void).call(connection, query, done);
  });

/** A write whose result nobody needs. */
const WRITE = /^(?:insert|update|delete)\b(?!.*\breturning\b)/s;

/**
 * A transaction on a connection that sends each statement without waiting for the answers before it. So the beginning goes
 * with the first statement, and the commit with what the unit of work holds at the end and with statements whose answers
 * nobody has waited for, in one round trip each.
 */
class PgTransaction extends PgDatabase implements Transaction {
  private unitOfWork: EntityManager | undefined;
  /** What has no answer yet, or has failed. */
  private readonly sent = new Set<Promise<unknown>>();
  private isEnding = false;
  readonly afterwards: (() => void)[] = [];

  get em(): EntityManager {
    if (!this.unitOfWork) {
      this.unitOfWork = this.fork();
      this.unitOfWork.setTransactionContext({ query: (query: Query) => this.execute(query) } satisfies Sender);
    }
    return this.unitOfWork;
  }

  begin(command: string): void {
    this.send(command);
  }

  /** Writes what the unit of work holds, if anybody has asked for it, and ends the transaction. */
  async end(command: string): Promise<void> {
    this.isEnding = true;
    try {
      await this.unitOfWork?.flush();
      this.send(command);
    } finally {
      // The first failure is the cause of those behind it.
      await Promise.all(this.sent);
    }
  }

  protected override ask<Row>(...asked: Parameters<PgDatabase['ask']>): Promise<Row[]> {
    return this.keep(super.ask<Row>(...asked));
  }

  async rehearse<Result>(work: () => Promise<Result>): Promise<Result> {
    this.send('savepoint rehearsal');
    const result = await work();
    await this.unitOfWork?.flush();
    this.send('rollback to savepoint rehearsal');
    this.unitOfWork?.clear();
    return result;
  }

  private async execute(query: Query): Promise<Answer> {
    if (!this.isEnding || !WRITE.test(query.text)) return this.connection.query(query);
    this.send(query);
    return { rows: [], rowCount: 0 };
  }

  private send(query: string | Query): void {
    void this.keep(this.connection.query(query));
  }

  private keep<Result>(answer: Promise<Result>): Promise<Result> {
    this.sent.add(answer);
    answer.then(
      () => this.sent.delete(answer),
      () => {},
    );
    return answer;
  }

  onCommit(then: () => void): void {
    this.afterwards.push(then);
  }

  override async transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const part = new PgTransaction(this.connection, this.pool, this.names, this.fork, this.meter);
    part.begin('savepoint part');
    try {
      const result = await work(part);
      await part.end('release savepoint part');
      this.afterwards.push(...part.afterwards);
      return result;
    } catch (error) {
      await this.connection.query('rollback to savepoint part');
      throw error;
    }
  }
}

/** Statements on MikroORM's own pool, or on one of its connections. `fork` makes a unit of work. */
export const createDatabase = (
  connection: Connected,
  pool: Pool,
  names: Names | null,
  fork: () => EntityManager,
  meter: Meter,
): Database => new PgDatabase(connection, pool, names, fork, meter);
