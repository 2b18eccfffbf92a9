import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLog, declaredFragments, declaredStatements, entities, openDatabase } from '#product';
import { cloneDatabase, dropDatabase } from '../support/postgres.ts';
import { TEMPLATE } from '../support/template.ts';
import { entityWrites, type EntityWrite } from '../support/writers/entity-writes.ts';
import { declarations, owners } from '../support/writers/rooms.ts';
import { columnsSet, tablesWritten, writesIn, type Write } from '../support/writers/writes.ts';

const admin = process.env['TEST_POSTGRES_URL']!;
const name = `test_${randomUUID().replaceAll('-', '')}`;
let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  const url = await cloneDatabase(admin, TEMPLATE, name);
  database = await openDatabase({ entities, url, poolSize: 1, log: createLog('silent'), limits: null });
});
afterAll(async () => {
  await database.close();
  await dropDatabase(admin, name);
});

const ownerOf = owners();
const roomIn = (statement: string): string => statement.split('.', 1)[0]!;
const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** What an update of `users` by `credentials` may set: every change of a password is made there, the table is the users'. */
const OF_PASSWORDS = [
  'emailVerified',
  'passwordChangedAt',
  'passwordHash',
  'selfRegistered',
  'temporaryPasswordAt',
  'updatedAt',
];
const onlyPasswords = (properties: readonly string[]): boolean =>
  properties.length > 0 && properties.every((property) => OF_PASSWORDS.includes(property));

const propertyOf = (column: string): string => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The words of each fragment, and its room. Its parameters have names there, and numbers in a statement. */
const fragments = [...declaredFragments()].map(([text, label]) => ({
  room: roomIn(label),
  words: new RegExp(
    text
      .split(/\$\d+|(?<![:\w]):[a-z]\w*/i)
      .map(escaped)
      .join(String.raw`\$\d+`),
    'g',
  ),
}));

/** Where a room writes the table of another in words of that other room. */
const isOwnersFragment = (text: string, { table, at }: Write): boolean =>
  fragments
    .filter(({ room }) => room === ownerOf.get(table))
    .flatMap(({ words }) => [...text.matchAll(words)])
    .some(({ index, 0: { length } }) => index <= at && at < index + length);

function isAllowed(room: string, text: string, write: Write): boolean {
  if (ownerOf.get(write.table) === room || isOwnersFragment(text, write)) return true;
  if (room !== 'credentials' || write.table !== 'users') return false;
  return onlyPasswords(columnsSet(text, write).map(propertyOf));
}

describe('every table', () => {
  it('has an entity, which stands in the room that owns it', () => {
    const tables = entities.map((entity) => database.orm.getMetadata().get(entity as never).tableName);
    expect([...ownerOf.keys()].toSorted()).toEqual(tables.toSorted());
  });

  it('is written by statements of its own room alone, or in its own words', () => {
    const outsiders = declaredStatements().flatMap((statement) =>
      writesIn(statement.text)
        .filter((write) => !isAllowed(roomIn(statement.name), statement.text, write))
        .map(({ table }) => `${statement.name} writes ${table}, which is of ${ownerOf.get(table)}`),
    );
    expect(outsiders).toEqual([]);
  });

  // The trail is shared on purpose: an event is written in the unit of work of the change that it tells of.
  it('is written through entities by its own room alone, but for the audit trail', () => {
    const writes = entityWrites();
    expect(writes.length).toBeGreaterThan(5);
    const files = writes.map(({ file }) => file);
    expect(files).toEqual(expect.arrayContaining([expect.stringMatching(/sweep/), expect.stringMatching(/reseal/)]));
    const isChangeOfPassword = ({ room, entity, properties }: EntityWrite): boolean =>
      room === 'credentials' && entity === 'User' && onlyPasswords(properties);
    const outsiders = writes.filter(
      (write) => write.room !== write.owner && write.entity !== 'AuditEvent' && !isChangeOfPassword(write),
    );
    expect(outsiders).toEqual([]);
  });
});

describe('a statement', () => {
  it('has the name of the room whose file declares it', () => {
    const declared = declarations();
    expect(declared.filter(({ room, name: beginning }) => !beginning.startsWith(`${room}.`))).toEqual([]);
    // Doors have no statements.
    expect(declared.filter(({ file }) => !file.startsWith('src/modules/'))).toEqual([]);
    const isDeclared = (statement: string): boolean =>
      declared.some(({ name: beginning }) => beginning === statement || statement.startsWith(beginning));
    expect(declaredStatements().filter((statement) => !isDeclared(statement.name))).toEqual([]);
  });

  it('writes what it looks to be writing', async () => {
    const differing: string[] = [];
    for (const statement of declaredStatements()) {
      const { rows } = await database.pool.query(`explain (generic_plan, format json) ${statement.text}`);
      const written = [...tablesWritten(rows[0]['QUERY PLAN'][0].Plan)].toSorted();
      const found = [...new Set(writesIn(statement.text).map(({ table }) => table))].toSorted();
      if (written.join() !== found.join()) differing.push(`${statement.name}: ${written.join()}, not ${found.join()}`);
    }
    expect(differing).toEqual([]);
  });
});
