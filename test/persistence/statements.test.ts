import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createLog, declaredStatements, entities, openDatabase } from '#product';
import { cloneDatabase, dropDatabase } from '../support/postgres.ts';
import { compiledSources } from '../support/program.ts';
import { describeAll, type Description } from '../support/statements/describe.ts';
import { readSources, type Call, type DeclaredRow } from '../support/statements/rows.ts';
import { TEMPLATE } from '../support/template.ts';

/** The JavaScript values that the pool makes of PostgreSQL's. A document may be anything but a value of the driver's. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  bool: ['boolean'],
  bytea: ['Buffer'],
  int4: ['number'],
  int8: ['number'],
  json: ['object', 'object[]', 'string[]'],
  jsonb: ['object', 'object[]', 'string[]'],
  text: ['string'],
  timestamptz: ['Date'],
  uuid: ['string'],
  varchar: ['string'],
  _bytea: ['Buffer[]'],
  _text: ['string[]'],
  _uuid: ['string[]'],
};

/** Columns that nobody reads, and why they are there. */
const UNREAD: Readonly<Record<string, readonly string[]>> = {
  // The successor gets it, from the same rows.
  'grants.rotate-token': ['expires_at'],
  // Called for what it does.
  'throttle.count': ['set_config'],
};

const admin = process.env['TEST_POSTGRES_URL']!;
const name = `test_${randomUUID().replaceAll('-', '')}`;
let described: ReadonlyMap<string, Description>;
let rows: readonly DeclaredRow[];
let calls: readonly Call[];

beforeAll(async () => {
  const url = await cloneDatabase(admin, TEMPLATE, name);
  const database = await openDatabase({ entities, url, poolSize: 1, log: createLog('silent'), limits: null });
  try {
    described = await describeAll(database.pool, declaredStatements());
  } finally {
    await database.close();
    await dropDatabase(admin, name);
  }
  ({ rows, calls } = readSources(compiledSources()));
});

const matches = (pattern: string, statement: string): boolean =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.+')}$`).test(statement);

/** Of several declarations that may be meant, the one that leaves least open is. */
function rowOf(statement: string): DeclaredRow | undefined {
  const [first] = rows
    .filter(({ pattern }) => matches(pattern, statement))
    .toSorted((a, b) => a.pattern.split('*').length - b.pattern.split('*').length);
  return first;
}

function differences(statement: string, { columns }: Description): string[] {
  const declared = rowOf(statement);
  if (!declared) return [`${statement}: its row was not found in the sources`];
  const { row } = declared;
  // Nobody reads it.
  if (row === null) return [];
  const unread = UNREAD[statement] ?? [];
  const missing = [...row.keys(), ...unread].filter((column) => !columns.some((each) => each.name === column));
  return [
    ...missing.map((column) => `${statement}: there is no column ${column}`),
    ...columns.flatMap(({ name: column, type }) => {
      if (unread.includes(column)) return [];
      const expected = row.get(column);
      if (!expected) return [`${statement}: nobody knows of the column ${column}`];
      const isRight = [...expected].every((kind) => KINDS[type]?.includes(kind));
      return isRight ? [] : [`${statement}: ${column} is ${type}, not ${[...expected].join(' or ')}`];
    }),
  ];
}

describe('a statement', () => {
  it('returns the columns that the code believes in, of the types it believes in', () => {
    expect(Object.keys(UNREAD).filter((statement) => !described.has(statement))).toEqual([]);
    expect([...described].flatMap(([statement, description]) => differences(statement, description))).toEqual([]);
  });

  it('has parameters of known types', () => {
    const unknown = [...described].filter(([, { parameters }]) =>
      parameters.some((type) => type === undefined || type === 'unknown'),
    );
    expect(unknown).toEqual([]);
  });

  it('is passed as many parameters as it has', () => {
    expect(calls.length).toBeGreaterThan(20);
    const wrong = calls.filter(({ statement, values }) => described.get(statement)?.parameters.length !== values);
    expect(wrong).toEqual([]);
  });
});
