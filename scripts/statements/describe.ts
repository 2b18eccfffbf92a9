import type { Pool } from 'pg';
import type { Statement } from '../../src/ground/kernel/database.ts';

/** What PostgreSQL reports about a statement without running it. */
export interface Description {
  /** The type of each parameter, `$1` first. */
  readonly parameters: readonly string[];
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

interface Messages {
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: readonly number[] }) => void): void;
  parse(message: { name: string; text: string; types: readonly number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** Prepares a statement without running it. It fails if PostgreSQL cannot determine the type of a parameter. */
class Preparation {
  private parameters: readonly number[] = [];
  private fields: readonly { readonly name: string; readonly dataTypeID: number }[] = [];

  constructor(
    private readonly statement: Statement<unknown, unknown>,
    private readonly done: (error: Error | null, parameters: readonly number[], fields: Preparation['fields']) => void,
  ) {}

  submit(connection: Messages): void {
    const { name, text } = this.statement;
    connection.once('parameterDescription', ({ dataTypeIDs }) => (this.parameters = dataTypeIDs));
    connection.parse({ name, text, types: [] });
    connection.describe({ type: 'S', name });
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: Preparation['fields'] }): void {
    this.fields = fields;
  }

  handleReadyForQuery(): void {
    this.done(null, this.parameters, this.fields);
  }

  handleError(error: Error): void {
    this.done(new Error(`${this.statement.name}: ${error.message}`), [], []);
  }
}

/** Prepares each statement, and returns the types of its parameters and columns by the statement's name. */
export async function describeAll(
  pool: Pool,
  statements: readonly Statement<unknown, unknown>[],
): Promise<ReadonlyMap<string, Description>> {
  const { rows } = await pool.query<{ oid: number; name: string }>(
    'select oid, format_type(oid, null) as name from pg_type',
  );
  const types = new Map(rows.map(({ oid, name }) => [oid, name]));
  const client = await pool.connect();
  try {
    const found = new Map<string, Description>();
    for (const statement of statements) {
      const description = await new Promise<Description>((resolve, reject) => {
        const preparation = new Preparation(statement, (error, parameters, fields) => {
          if (error) return reject(error);
          const columns = fields.map(({ name, dataTypeID }) => ({ name, type: types.get(dataTypeID)! }));
          return resolve({ parameters: parameters.map((oid) => types.get(oid)!), columns });
        });
        client.query(preparation as never);
      });
      found.set(statement.name, description);
    }
    return found;
  } finally {
    client.release();
  }
}
