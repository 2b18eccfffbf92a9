import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import pg, { type Pool, type PoolClient } from 'pg';
import { isCollision, type Database, type Lookup, type Statement, type Transaction } from '../kernel/database.ts';

const { builtins } = pg.types;

/** MikroORM's pool keeps timestamps as text; our statements want Date, and counts as numbers. */
const types = new pg.TypeOverrides();
types.setTypeParser(builtins.INT8, Number);

type Connection = Pick<Pool | PoolClient, 'query'>;

const KEYS_MAX = 100;

class PgDatabase implements Database {
  private readonly lookups = new Map<string, DataLoader<readonly string[], unknown>>();

  constructor(
    protected readonly connection: Connection,
    private readonly pool: Pool,
    private readonly named: boolean,
    protected readonly fork: () => EntityManager,
  ) {}

  async rows<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.run(statement, values);
    } catch (error) {
      // PostgreSQL let others go first, and nothing of the statement happened. Within a transaction all of that is lost.
      if (this.connection !== this.pool || !isCollision(error)) throw error;
      return this.run(statement, values);
    }
  }

  async first<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row | undefined> {
    return (await this.rows(statement, values))[0];
  }

  async lookUp<Row>(statement: Lookup<Row>, ...key: readonly string[]): Promise<Row | undefined> {
    let loader = this.lookups.get(statement.name);
    if (!loader) this.lookups.set(statement.name, (loader = this.loaderOf(statement)));
    return (await loader.load(key)) as Row | undefined;
  }

  // What a turn of the event loop has read from its sockets asks together; on an idle server nobody waits.
  private loaderOf<Row>(statement: Lookup<Row>): DataLoader<readonly string[], Row | undefined> {
    const parts = Array.from({ length: statement.keys }, (_, index) => index);
    const read = async (keys: readonly (readonly string[])[]): Promise<(Row | undefined)[]> => {
      const found: (Row | undefined)[] = keys.map(() => undefined);
      for (const { n, ...row } of await this.rows(
        statement,
        parts.map((part) => keys.map((key) => key[part])),
      ))
        found[n - 1] = row as Row;
      return found;
    };
    const batchScheduleFn = (send: () => void): void => void setImmediate(send);
    return new DataLoader(read, { cache: false, maxBatchSize: KEYS_MAX, batchScheduleFn });
  }

  private async run<Row>({ name, text }: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
    const query = { text, values: values as unknown[], types };
    const result = await this.connection.query(this.named ? { name, ...query } : query);
    return result.rows as Row[];
  }

  async transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const tx = new PgTransaction(client, this.pool, this.named, this.fork);
      const result = await work(tx);
      await tx.flush();
      await client.query('commit');
      return result;
    } catch (error) {
      // A connection that cannot even roll back is of no use to the next request.
      await client.query('rollback').catch((fault: Error) => (broken = fault));
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

class PgTransaction extends PgDatabase implements Transaction {
  private unitOfWork: EntityManager | undefined;

  get em(): EntityManager {
    if (!this.unitOfWork) {
      this.unitOfWork = this.fork();
      // All that MikroORM asks of a transaction it did not begin is to run queries.
      this.unitOfWork.setTransactionContext({
        executeQuery: async ({ sql, parameters }: { sql: string; parameters: unknown[] }) => {
          const { rows, rowCount } = await this.connection.query(sql, parameters);
          return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
        },
      });
    }
    return this.unitOfWork;
  }

  /** Writes what the unit of work holds, if anybody has asked for it. */
  async flush(): Promise<void> {
    await this.unitOfWork?.flush();
  }

  override transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return work(this);
  }
}

/** Statements on MikroORM's own pool; `named`: PostgreSQL keeps them under their names. `fork` makes a unit of work. */
export const createDatabase = (pool: Pool, named: boolean, fork: () => EntityManager): Database =>
  new PgDatabase(pool, pool, named, fork);
