import type { Connection, CustomTypesConfig, FieldDef } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

/** How to read a row of a statement. */
interface Columns {
  readonly names: readonly string[];
  readonly parsers: readonly ((text: string) => unknown)[];
  /** A row whose columns are all null. */
  readonly empty: object;
}

/** The driver's connection, as queries use it. */
interface Wire extends Connection {
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(message: object): void;
  bind(message: object): void;
  describe(message: object): void;
  execute(message: object): void;
}

/** What a connection sent does not fit what was asked. Whoever is at its other end, the connection is of no use any more. */
export class ProtocolViolation extends Error {
  /** PostgreSQL's own code of it. */
  readonly code = '08P01';
}

/** A row without its description, or another query's, as a faulty pooler sends. */
export const oddRow = (): ProtocolViolation =>
  new ProtocolViolation('PostgreSQL, or a pooler, sent a row that does not fit its description');

const known = new WeakMap<Wire, Map<string, Columns>>();

/**
 * A named statement with its values, for the driver's `query`. PostgreSQL describes a statement's columns once per connection,
 * and not at each execution as with the driver's own queries. If a migration changes them, PostgreSQL refuses the statement.
 */
export class NamedQuery {
  /** Set by the driver. */
  callback: ((error: Error | null, result?: { readonly rows: object[] }) => void) | undefined;
  private readonly rows: object[] = [];
  private columns: Columns | undefined;
  private wire: Wire | undefined;
  private fault: Error | undefined;

  constructor(
    readonly name: string,
    readonly text: string,
    private readonly values: readonly unknown[],
    private readonly types: CustomTypesConfig,
  ) {}

  submit(connection: Connection): null {
    const wire = connection as Wire;
    const { name, text, values } = this;
    this.wire = wire;
    if (!known.has(wire)) known.set(wire, new Map());
    this.columns = known.get(wire)!.get(name);
    wire.stream.cork();
    try {
      if (!wire.parsedStatements[name] && !wire.submittedNamedStatements[name]) {
        wire.parse({ name, text });
        wire.submittedNamedStatements[name] = text;
      }
      wire.bind({ statement: name, values, valueMapper: prepareValue });
      if (!this.columns) wire.describe({ type: 'P', name: '' });
      wire.execute({});
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
    return null;
  }

  handleRowDescription({ fields }: { fields: readonly FieldDef[] }): void {
    const names = fields.map((field) => field.name);
    const parsers = fields.map(({ dataTypeID }) => this.types.getTypeParser(dataTypeID) as (text: string) => unknown);
    this.columns = { names, parsers, empty: Object.fromEntries(names.map((column) => [column, null])) };
    known.get(this.wire!)!.set(this.name, this.columns);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (fields.length !== this.columns?.names.length) return this.refuseRow();
    const { names, parsers, empty } = this.columns;
    const row: Record<string, unknown> = { ...empty };
    try {
      for (let n = 0; n < names.length; n += 1) {
        const text = fields[n]!;
        if (text !== null) row[names[n]!] = parsers[n]!(text);
      }
    } catch (error) {
      // Thrown here, it would end the process.
      this.fault = error as Error;
    }
    this.rows.push(row);
  }

  private refuseRow(): void {
    this.fault ??= oddRow();
    this.wire!.stream.destroy(this.fault);
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.callback?.(error);
  }

  handleReadyForQuery(): void {
    this.callback?.(this.fault ?? null, { rows: this.rows });
  }
}
