import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createLog, declaredStatements, entities, openDatabase } from '#product';
import { cloneDatabase, dropDatabase } from '../support/postgres.ts';
import { compiledSources } from '../support/program.ts';
import { describeAll, type Description } from '../../scripts/statements/describe.ts';
import { readSources, type DeclaredRow } from '../support/statements/rows.ts';
import { TEMPLATE } from '../support/template.ts';

/** The JavaScript values that the pool makes of PostgreSQL's. A document may be anything but a value of the driver's. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  bigint: ['number'],
  boolean: ['boolean'],
  bytea: ['Buffer'],
  'bytea[]': ['Buffer[]'],
  'character varying': ['string'],
  integer: ['number'],
  'integer[]': ['number[]'],
  json: ['object', 'object[]', 'string[]'],
  jsonb: ['object', 'object[]', 'string[]'],
  text: ['string'],
  'text[]': ['string[]'],
  'timestamp with time zone': ['Date'],
  'timestamp with time zone[]': ['Date[]'],
  uuid: ['string'],
  'uuid[]': ['string[]'],
};

/** The same for parameters. The driver makes documents of objects, but arrays of lists. A list goes as the text of its document. */
const PASSED: typeof KINDS = {
  ...KINDS,
  'bigint[]': ['number[]'],
  json: ['object', 'string'],
  jsonb: ['object', 'string'],
};

/** Columns that nobody reads, and why they are there. */
const UNREAD: Readonly<Record<string, readonly string[]>> = {
  // The successor gets the one, and the other names the row to delete.
  'grants.rotate-token': ['expires_at', 'predecessor_hash'],
  // Called for what it does.
  'throttle.count': ['set_config'],
};

const admin = process.env['TEST_POSTGRES_URL']!;
const name = `test_${randomUUID().replaceAll('-', '')}`;
let described: ReadonlyMap<string, Description>;
let rows: readonly DeclaredRow[];

beforeAll(async () => {
  const url = await cloneDatabase(admin, TEMPLATE, name);
  const database = await openDatabase({ entities, url, poolSize: 1, log: createLog('silent'), limits: null });
  try {
    described = await describeAll(database.pool, declaredStatements());
  } finally {
    await database.close();
    await dropDatabase(admin, name);
  }
  rows = readSources(compiledSources());
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

function wrongParameters({ name: statement, parameters }: ReturnType<typeof declaredStatements>[number]): string[] {
  const expected = rowOf(statement)!.parameters;
  const unused = [...expected.keys()].filter((parameter) => !parameters.includes(parameter));
  return [
    ...unused.map((parameter) => `${statement}: the text has no parameter ${parameter}`),
    ...parameters.flatMap((parameter, index) => {
      const kinds = [...(expected.get(parameter) ?? ['undeclared'])];
      const type = described.get(statement)!.parameters[index]!;
      return kinds.every((kind) => PASSED[type]?.includes(kind))
        ? []
        : [`${statement}: the parameter ${parameter} is ${type}, not ${kinds.join(' or ')}`];
    }),
  ];
}

describe('a statement', () => {
  it('returns the columns that the code believes in, of the types it believes in', () => {
    expect(Object.keys(UNREAD).filter((statement) => !described.has(statement))).toEqual([]);
    expect([...described].flatMap(([statement, description]) => differences(statement, description))).toEqual([]);
  });

  it('never selects set_config alone, which poolers take for a SET, and may not run the rest', () => {
    for (const { text } of declaredStatements()) expect(text).not.toMatch(/\bselect\s+set_config\([^()]*\)\s*$/);
  });

  it('has parameters of known types', () => {
    const unknown = [...described].filter(([, { parameters }]) =>
      parameters.some((type) => type === undefined || type === 'unknown'),
    );
    expect(unknown).toEqual([]);
  });

  it('has the parameters that the code believes in, of the types it believes in', () => {
    expect(declaredStatements().flatMap(wrongParameters)).toEqual([]);
  });
});
