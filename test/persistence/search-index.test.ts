import { expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';

const app = useApp();
const PAGE_KB = 8;
const LIMIT_KB = 256;

it('the entries that wait for the search indexes are few, because every search reads them', async () => {
  const { pool } = app.server.database;
  const insert = `insert into users (id, customer_id, email, email_key, name, created_at, updated_at)
    values (uuidv7(), $1, $2, $2, $3, now(), now())`;
  for (let n = 0; n < 1_500; n += 1)
    await pool.query(insert, [
      app.customer.customerId,
      `somebody-${n}@search.example`,
      `Somebody With A Long Name ${n}`,
    ]);
  const { rows } = await pool.query(
    `select gin_clean_pending_list(i.indexrelid)::int as pages from pg_index i join pg_class c on c.oid = i.indexrelid
     join pg_am a on a.oid = c.relam where a.amname = 'gin' and i.indrelid = 'users'::regclass`,
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { pages } of rows) expect(pages).toBeLessThanOrEqual(LIMIT_KB / PAGE_KB + 1);
});
