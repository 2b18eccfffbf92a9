import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { pg } from '#product';
import { prepareValue } from 'pg/lib/utils.js';
import { useApp } from '../support/app.ts';

const app = useApp();

const { version } = JSON.parse(readFileSync('node_modules/pg/package.json', 'utf8')) as { version: string };

/** The private parts of the driver that `src/ground/persistence` uses. */
interface Inside {
  readonly processID: unknown;
  readonly pipeline: unknown;
  readonly _getActiveQuery?: () => unknown;
  readonly connection: {
    readonly stream: { readonly bytesRead: unknown; readonly errored: unknown; readonly cork: unknown };
    readonly parsedStatements?: Readonly<Record<string, unknown>>;
    readonly submittedNamedStatements?: Readonly<Record<string, unknown>>;
    readonly on: (event: string, listener: (message: { fields?: readonly unknown[] }) => void) => void;
  } & Readonly<Record<'parse' | 'bind' | 'describe' | 'execute' | 'sync', unknown>>;
}

it('the driver has the private parts that we use', async () => {
  const { pool } = app.server.database;
  const client = await pool.connect();
  const inside = client as unknown as Inside;
  const { connection } = inside;
  const { stream } = connection;
  const heard: Record<string, readonly unknown[] | undefined> = {};
  for (const event of ['dataRow', 'readyForQuery'])
    connection.on(event, ({ fields }) => void (heard[event] ??= fields ?? []));
  const query = new pg.Query({ name: 'test.driver', text: 'select 1 as a, 2 as b' }) as object;
  const asked = client.query({ name: 'test.driver.kept', text: 'select 1 as a, 2 as b' });
  const active = inside._getActiveQuery?.();
  const submitted = connection.submittedNamedStatements?.['test.driver.kept'];
  await asked;
  client.release();

  const parts: Readonly<Record<string, boolean>> = {
    'Client.processID, the process of PostgreSQL': typeof inside.processID === 'number',
    'Client.pipeline, a switch that is off': inside.pipeline === false,
    'Client._getActiveQuery(), the query that waits': active instanceof pg.Query,
    'Client.connection.stream, a socket': typeof stream.bytesRead === 'number' && stream.errored === null,
    'Client.connection.stream.cork()': typeof stream.cork === 'function',
    'Connection.parsedStatements, texts by name':
      connection.parsedStatements?.['test.driver.kept'] === 'select 1 as a, 2 as b',
    'Connection.submittedNamedStatements, texts by name until PostgreSQL has parsed them':
      submitted === 'select 1 as a, 2 as b' && !('test.driver.kept' in connection.submittedNamedStatements!),
    ...Object.fromEntries(
      (['parse', 'bind', 'describe', 'execute', 'sync'] as const).map((name) => [
        `Connection.${name}(), a message to PostgreSQL`,
        typeof connection[name] === 'function',
      ]),
    ),
    'the event dataRow of a connection, with fields': heard['dataRow']?.length === 2,
    'the event readyForQuery of a connection': heard['readyForQuery'] !== undefined,
    'Query._result.fields, the columns of the rows': Array.isArray(
      (query as { readonly _result?: { readonly fields?: unknown } })._result?.fields,
    ),
    'Query._canceledDueToError, false until a row is wrong':
      (query as { readonly _canceledDueToError?: unknown })._canceledDueToError === false,
    'Pool.Client, which it makes its connections of':
      typeof (pool as { readonly Client?: unknown }).Client === 'function',
    'Pool.options.max, which may change': typeof pool.options.max === 'number',
    'prepareValue of pg/lib/utils.js, a parameter as it is sent': prepareValue(['a']) === '{"a"}',
  };
  const gone = Object.entries(parts).flatMap(([part, isThere]) => (isThere ? [] : [part]));
  expect(
    gone.map((part) => `pg ${version} has changed ${part}: see docs/adr/0018-private-parts-of-the-driver.md`),
  ).toEqual([]);
});
