import { describe, expect, it } from '@jest/globals';
import { Loop } from '#product';
import { useApp } from './app.ts';
import { queriesOf } from './queries.ts';

const app = useApp({ DATABASE_POOL_SIZE: '2' });

describe('counting statements', () => {
  it('counts those of each request, also of many that wait for a connection, and of nobody else', async () => {
    const token = await app.token('admin');
    const list = () => app.data(token, '{ groups(first: 2) { totalCount edges { node { id } } } }');
    const one = await queriesOf(list);
    const over = new AbortController();
    const others = Array.from({ length: 3 }, async () => {
      while (!over.signal.aborted) await app.server.database.pool.query('select 1 as "somebody else’s"');
    });
    const many = await queriesOf(() => Promise.all(Array.from({ length: 40 }, list)));
    over.abort();
    await Promise.all(others);
    expect(one.length).toBeGreaterThan(1);
    expect(many.toSorted()).toEqual(
      Array.from({ length: 40 }, () => one)
        .flat()
        .toSorted(),
    );
  });

  it('counts the beginning and the end of a transaction, named statements, and what the ORM sends', async () => {
    const { db, fork } = app.server.runtime;
    const count = await queriesOf(async () => {
      await db.transaction((tx) => tx.rows({ name: 'test.one', text: 'select 1', parameters: [] }, []));
      await fork().getConnection().execute('select 2');
    });
    expect(count).toEqual(['begin', 'select 1', 'commit', 'select 2']);
  });

  it('leaves out what a request wakes', async () => {
    const { pool } = app.server.database;
    const worker = new Loop(
      async () => void (await pool.query('select 3')),
      null,
      () => {},
      'later',
    );
    const queries = await queriesOf(async () => {
      worker.wake();
      await worker.stop();
      await pool.query('select 4');
    });
    expect(queries).toEqual(['select 4']);
  });
});
