import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLog, declaredFragments, declaredStatements, entities, openDatabase } from '#product';
import { cloneDatabase, dropDatabase } from '../support/postgres.ts';
import { TEMPLATE } from '../support/template.ts';
import { entityWrites } from '../support/writers/entity-writes.ts';
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

/** What an update of `users` by `credentials` may set: every change of a password is made there, the table is the users'. */
const OF_PASSWORDS = ['email_verified', 'password_changed_at', 'password_hash', 'self_registered', 'updated_at'];

/** Where a room writes the table of another in words of that other room. */
function isOwnersFragment(text: string, { table, at }: Write): boolean {
  for (const [fragment, label] of declaredFragments()) {
    if (roomIn(label) !== ownerOf.get(table)) continue;
    for (let from = text.indexOf(fragment); from >= 0; from = text.indexOf(fragment, from + 1))
      if (from <= at && at < from + fragment.length) return true;
  }
  return false;
}

function isAllowed(room: string, text: string, write: Write): boolean {
  if (ownerOf.get(write.table) === room || isOwnersFragment(text, write)) return true;
  if (room !== 'credentials' || write.table !== 'users') return false;
  const columns = columnsSet(text, write);
  return columns.length > 0 && columns.every((column) => OF_PASSWORDS.includes(column));
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
    const outsiders = writes.filter(({ room, owner, entity }) => room !== owner && entity !== 'AuditEvent');
    expect(outsiders).toEqual([]);
  });
});

describe('a statement', () => {
  it('has the name of the room whose file declares it', () => {
    const declared = declarations();
    expect(declared.filter(({ room, name: beginning }) => !beginning.startsWith(`${room}.`))).toEqual([]);
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
