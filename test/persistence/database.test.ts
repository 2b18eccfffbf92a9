import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { AuditEvent, lookup, newId, pg, publicError, sql, User } from '#product';
import { useApp } from '../support/app.ts';
import { buildUser } from '../support/builders.ts';
import { queriesOf, roundTripsOf } from '../support/queries.ts';

const app = useApp();
const emailOf = lookup<{ email: string }, 'customerId' | 'id'>(
  'test.email-of',
  { customerId: 'uuid', id: 'uuid' },
  ({ customerId, id }) => `select email from users where customer_id = ${customerId} and id = ${id}`,
);
// As those that redeem a proof do.
const ownEmailOf = lookup<{ email: string; asked: number }, 'id'>(
  'test.own-email-of',
  { id: 'uuid' },
  ({ id }) => `select email from users where id = ${id}`,
  {
    expression: 'counted as (select count(*)::int as asked from asked)',
    column: '(select asked from counted) as asked',
  },
);
interface Shapes {
  readonly time: Date;
  readonly count: number;
}
const shapes = sql<Shapes, { time: Date; by: number }>(
  'test.shapes',
  `select :time::timestamptz as time, '-infinity'::timestamptz as early, (7 / :by::int)::bigint as count,
     '{a,b}'::text[] as list, null::timestamptz as nothing, true as flag, 'x'::bytea as bytes`,
);
const rename = sql<object, { id: string }>('test.rename', `update users set name = 'Renamed' where id = :id`);

it('looks up for all who ask at the same moment in one round trip, and gives everybody their own', async () => {
  const { db } = app.server.runtime;
  const { customerId } = app.customer;
  const [a, b] = [await buildUser(app), await buildUser(app)];
  const nobody = '00000000-0000-7000-8000-000000000000';
  const ids = [b.id, nobody, a.id, b.id];
  let found: unknown;
  const queries = await queriesOf(async () => {
    found = await Promise.all(ids.map((id) => db.lookUp(emailOf, { customerId, id })));
  });
  expect(found).toEqual([{ email: b.email }, undefined, { email: a.email }, { email: b.email }]);
  expect(queries).toHaveLength(1);
});

it('asks for a row once if many ask for it, unless the lookup does something for each', async () => {
  const { db } = app.server.runtime;
  const { customerId } = app.customer;
  const { id, email } = await buildUser(app);
  const three = [1, 2, 3];
  const [first, ...others] = await Promise.all(three.map(() => db.lookUp(emailOf, { customerId, id })));
  expect(first).toEqual({ email });
  for (const other of others) expect(other).toBe(first);
  const own = await Promise.all(three.map(() => db.lookUp(ownEmailOf, { id })));
  for (const row of own) expect(row).toEqual({ email, asked: 3 });
  expect(own[1]).not.toBe(own[0]);
});

it('reads a long answer in slices of the event loop, and a short one at once', async () => {
  const client = await app.server.database.pool.connect();
  try {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    let pauses = 0;
    const paused = (): void => void (pauses += 1);
    stream.on('pause', paused);
    const read = async (rows: number): Promise<number> => {
      const found = await client.query(`select n, repeat('x', 100) from generate_series(1, ${rows}) n`);
      return found.rows.length;
    };
    expect([await read(100), pauses]).toEqual([100, 0]);
    expect(await read(50_000)).toBe(50_000);
    expect(pauses).toBeGreaterThan(5);
    expect(await read(1)).toBe(1);
    stream.off('pause', paused);
  } finally {
    client.release();
  }
});

it('lets the event loop turn between those who go on after a look-up, if they are many', async () => {
  const { db } = app.server.runtime;
  const { customerId } = app.customer;
  const { id, email } = await buildUser(app);
  let turns = 0;
  const seen = new Set<number>();
  const done = new AbortController();
  const counting = (async () => {
    for (; !done.signal.aborted; turns += 1) await nextTurn();
  })();
  const queries = await queriesOf(() =>
    Promise.all(
      Array.from({ length: 200 }, async () => {
        expect(await db.lookUp(emailOf, { customerId, id })).toEqual({ email });
        seen.add(turns);
        const begin = performance.now();
        while (performance.now() - begin < 2);
      }),
    ),
  );
  done.abort();
  await counting;
  expect(queries).toHaveLength(1);
  // 400 ms of work in slices of 10 ms, each of which may end a little later.
  expect(seen.size).toBeGreaterThanOrEqual(15);
});

it('remembers nothing of what it looked up', async () => {
  const { db } = app.server.runtime;
  const { id } = await buildUser(app);
  const ask = () => db.lookUp(emailOf, { customerId: app.customer.customerId, id });
  expect(await ask()).toBeDefined();
  await app.server.database.pool.query('delete from users where id = $1', [id]);
  expect(await ask()).toBeUndefined();
});

it('asks for the columns of a statement once per connection, and reads every execution alike', async () => {
  const { db } = app.server.runtime;
  const prototype = pg.Connection.prototype as unknown as { describe: (message: object) => void };
  const { describe: original } = prototype;
  let asked = 0;
  prototype.describe = function count(message) {
    asked += 1;
    original.call(this, message);
  };
  const time = new Date('2026-11-22T13:07:39.123Z');
  const row = {
    time,
    early: -Infinity,
    count: 7,
    list: ['a', 'b'],
    nothing: null,
    flag: true,
    bytes: Buffer.from('x'),
  };
  try {
    await db.transaction(async (tx) => {
      const [first, second] = await Promise.all([tx.rows(shapes, { time, by: 1 }), tx.rows(shapes, { time, by: 1 })]);
      expect([first, second]).toEqual([[row], [row]]);
      const described = asked;
      expect(await tx.rows(shapes, { time, by: 1 })).toEqual([row]);
      expect(asked).toBe(described);
    });
  } finally {
    prototype.describe = original;
  }
});

const faulty = [0, 1, 3].map((described) => ({
  described,
  statement: sql<{ one: number; other: number }, Record<string, never>>(
    `test.faulty-${described}`,
    `select ${described}::int as one, 2 as other`,
  ),
}));

describe.each([
  ['of a statement', (statement: (typeof faulty)[0]['statement']) => app.server.runtime.db.rows(statement, {})],
  [
    'of the driver’s own query',
    async ({ text }: { text: string }) => (await app.server.database.pool.query(text)).rows,
  ],
])('a row %s that does not fit its description, as a faulty pooler sends', (_whose, ask) => {
  it.each(faulty)(
    'of $described columns, fails one request and closes the connection',
    async ({ described, statement }) => {
      const { pool } = app.server.database;
      await pool.query('select 1');
      const prototype = pg.Connection.prototype as unknown as { emit: (event: string, ...given: unknown[]) => boolean };
      const { emit } = prototype;
      prototype.emit = function pooler(event, ...given) {
        const [description] = given as [{ fields: { name: string }[] }];
        // Jobs ask on the same connections.
        if (event !== 'rowDescription' || description.fields[0]?.name !== 'one')
          return emit.call(this, event, ...given);
        prototype.emit = emit;
        const fields = [...description.fields, ...description.fields].slice(0, described);
        return described === 0 || emit.call(this, event, { ...description, fields });
      };
      const before = pool.totalCount;
      try {
        const fault = await ask(statement).catch((error: unknown) => error);
        expect(fault).toMatchObject({ code: '08P01' });
        expect(publicError(fault)).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
      } finally {
        prototype.emit = emit;
      }
      expect(pool.totalCount).toBeLessThan(before);
      expect(await ask(statement)).toEqual([{ one: described, other: 2 }]);
    },
  );
});

it('answers on after a statement failed', async () => {
  const { db } = app.server.runtime;
  const time = new Date();
  await expect(db.rows(shapes, { time, by: 0 })).rejects.toMatchObject({ code: '22012' });
  const again = await Promise.all(Array.from({ length: 20 }, () => db.first(shapes, { time, by: 7 })));
  expect(again.map((row) => row!.count)).toEqual(again.map(() => 1));
});

it('is planned once, not at every request, also for who asks alone', async () => {
  const client = await app.server.database.pool.connect();
  try {
    const nobody = '00000000-0000-7000-8000-000000000000';
    for (let time = 0; time < 7; time += 1)
      await client.query({ name: 'planned', text: emailOf.text, values: [[app.customer.customerId], [nobody]] });
    const { rows } = await client.query("select generic_plans from pg_prepared_statements where name = 'planned'");
    expect(Number(rows[0].generic_plans)).toBeGreaterThan(0);
  } finally {
    client.release(true);
  }
});

it('writes entities and statements together, or neither', async () => {
  const { db } = app.server.runtime;
  const { id } = await buildUser(app);
  const { customerId } = app.customer;
  const event = { action: 'test', actorType: 'system', subjectType: 'user', subjectId: id, customerId };
  // The database is to tell no defaults.
  const told = { ipAddress: '', requestId: '', details: {} };
  const write = (fault?: Error): Promise<void> =>
    db.transaction(async (tx) => {
      await tx.rows(rename, { id });
      tx.em.create(AuditEvent, { ...event, ...told, id: newId(new Date()), occurredAt: new Date() });
      if (fault) throw fault;
    });
  const stored = async () =>
    (
      await app.server.database.pool.query(
        `select (select count(*)::int from audit_events where action = 'test' and subject_id = $1) as events,
           (select name from users where id = $1::uuid) as name`,
        [id],
      )
    ).rows;
  await expect(write(new Error('no'))).rejects.toThrow('no');
  expect(await stored()).toEqual([{ events: 0, name: expect.not.stringContaining('Renamed') }]);
  const sent = await roundTripsOf(() => write());
  expect(sent).toEqual([
    ['begin', rename.text],
    [expect.stringContaining('insert into "audit_events"'), 'commit'],
  ]);
  expect(await stored()).toEqual([{ events: 1, name: 'Renamed' }]);
});

it('fails with the first fault of what it sent together, and keeps nothing', async () => {
  const { db } = app.server.runtime;
  const { id } = await buildUser(app);
  const { customerId } = app.customer;
  const event = { action: 'twice', actorType: 'system', subjectType: 'user', subjectId: id, customerId };
  const twice = (): Promise<void> =>
    db.transaction(async (tx) => {
      await tx.rows(rename, { id });
      const at = new Date();
      tx.em.create(AuditEvent, { ...event, id, occurredAt: at });
      await tx.em.flush();
      tx.em.clear();
      tx.em.create(AuditEvent, { ...event, id, occurredAt: at });
    });
  await expect(twice()).rejects.toMatchObject({ constraint: 'audit_events_pkey' });
  const { rows } = await app.server.database.pool.query("select 1 from audit_events where action = 'twice'");
  expect(rows).toEqual([]);
  await expect(db.transaction((tx) => tx.rows(rename, { id }))).resolves.toEqual([]);
});

it('undoes a part of a transaction that fails, and keeps the rest', async () => {
  const { db } = app.server.runtime;
  const [a, b, c] = [await buildUser(app), await buildUser(app), await buildUser(app)];
  const nameOf = async ({ id }: { id: string }): Promise<string> =>
    (await app.server.database.pool.query('select name from users where id = $1', [id])).rows[0].name;
  const heard: string[] = [];
  await db.transaction(async (tx) => {
    tx.onCommit(() => heard.push('all'));
    await tx.transaction(async (part) => {
      part.onCommit(() => heard.push('first'));
      (await part.em.findOneOrFail(User, { id: a.id })).name = 'Ada';
    });
    const failing = tx.transaction(async (part) => {
      part.onCommit(() => heard.push('second'));
      await part.rows(rename, { id: b.id });
      // Stored at the end of the part, where the address is taken.
      (await part.em.findOneOrFail(User, { id: c.id })).emailKey = a.email;
    });
    await expect(failing).rejects.toThrow('users_customer_id_email_key_key');
    await tx.rows(rename, { id: c.id });
    expect(heard).toEqual([]);
  });
  expect(heard).toEqual(['all', 'first']);
  expect([await nameOf(a), await nameOf(b), await nameOf(c)]).toEqual(['Ada', 'Some Body', 'Renamed']);
  const undone = db.transaction(async (tx) => {
    await tx.transaction((part) => part.rows(rename, { id: a.id }));
    throw new Error('all of it');
  });
  await expect(undone).rejects.toThrow('all of it');
  expect(await nameOf(a)).toBe('Ada');
});
