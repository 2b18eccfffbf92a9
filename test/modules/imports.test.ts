import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import bcrypt from 'bcrypt';
import { importNext } from '#product';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { importsOf } from '../support/imports.ts';
import { tokensOf } from '../support/logins.ts';

const app = useApp();
let admin: string;
let write: string;

beforeAll(async () => {
  admin = await app.token('admin');
  write = await app.token('write');
  await app.data(
    admin,
    `mutation {
      createOrganization(input: { name: "Acme" }) { organization { id } }
      a: createGroup(input: { name: "Editors" }) { group { id } }
      b: createGroup(input: { name: "Readers" }) { group { id } }
    }`,
  );
});

const { prepare, upload, settled, imported, faultsOf, userOf } = importsOf(app, () => admin);

const actionsOf = async (userId: string): Promise<string[]> =>
  (
    await app.server.database.pool.query(
      `select action from audit_events where subject_id = $1 or details ->> 'userId' = $1 order by id`,
      [userId],
    )
  ).rows.map(({ action }) => action);

describe('an import of users', () => {
  it('creates the users of a CSV file, with their organizations and groups', async () => {
    const state = await imported(
      {
        columns: [
          { column: 'E-Mail', field: 'EMAIL' },
          { column: 'Notes', field: null },
        ],
      },
      '\uFEFFE-Mail,first_name,Last Name,organization,groups,Notes,is_active\r\n' +
        'ada@csv.example,Ada,"Love""lace",Acme,Editors;Readers,x,yes\r\n' +
        '"grace@csv.example","Grace, Brewster",Hopper,,,,no\r\n\r\n',
    );
    expect(state).toMatchObject({ state: 'DONE', totalRows: 2, processedRows: 2, createdCount: 2, faultyCount: 0 });
    expect(state).toMatchObject({ ignoredColumns: ['Notes'], uploadUrl: null });
    const ada = await userOf('ada@csv.example');
    expect(ada).toMatchObject({
      given_name: 'Ada',
      family_name: 'Love"lace',
      name: 'Ada Love"lace',
      organization: 'Acme',
      groups: ['Editors', 'Readers'],
      role: 'member',
      email_verified: false,
    });
    expect(await actionsOf(ada.id)).toEqual(['user.created', 'membership.added', 'membership.added']);
  });

  it('reports every fault with row, field, code and message, and imports the other rows', async () => {
    const lines = [
      { email: 'fine@lines.example', groups: ['Readers'] },
      { email: 'no address', phone: 'none', username: 'a b' },
      'no json',
      { email: 'group@lines.example', groups: ['Readers', 'Nobody'], organization: 'None' },
      { email: 'hash@lines.example', password_hash: '5f4dcc3b5aa765d61d8327deb882cf99' },
      { email: 'fine@lines.example', given_name: 'Fine' },
    ];
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    const state = await imported({ format: 'JSON_LINES' }, text);
    expect(faultsOf(state)).toEqual([
      [2, 'email', 'INVALID_INPUT'],
      [2, 'phoneNumber', 'INVALID_INPUT'],
      [2, 'username', 'INVALID_INPUT'],
      [3, null, 'IMPORT_ROW_BROKEN'],
      [4, 'groups.1', 'UNKNOWN_GROUP'],
      [4, 'organization', 'UNKNOWN_ORGANIZATION'],
      [5, 'passwordHash', 'PASSWORD_HASH_UNKNOWN'],
    ]);
    expect(state).toMatchObject({ createdCount: 1, updatedCount: 1, faultyCount: 4, faults: { totalCount: 7 } });
    const documentation = expect.stringMatching(/\/docs\/errors#INVALID_INPUT$/);
    expect(state.faults.edges[0].node).toMatchObject({ message: expect.stringContaining('email'), documentation });
    expect(await userOf('fine@lines.example')).toMatchObject({ given_name: 'Fine', groups: ['Readers'] });
  });

  it('reports everything of a row that contradicts what is stored', async () => {
    const row = (email: string) => JSON.stringify({ email: `${email}@taken.example`, username: 'Both-Taken' });
    await imported({ format: 'JSON_LINES' }, row('both'));
    const state = await imported({ format: 'JSON_LINES', existing: 'REFUSE' }, `${row('both')}\n${row('other')}`);
    expect(faultsOf(state)).toEqual([
      [1, 'email', 'USER_EMAIL_TAKEN'],
      [2, 'username', 'USERNAME_TAKEN'],
    ]);
  });

  it('changes nothing as a dry run', async () => {
    const body = 'email,username,groups\none@dry.example,dry-one,Editors\ntwo@dry.example,dry-one,\nbad,,\n';
    const state = await imported({ dryRun: true }, body);
    expect(state).toMatchObject({ state: 'DONE', createdCount: 1, faultyCount: 2 });
    expect(faultsOf(state)).toEqual([
      [3, 'username', 'USERNAME_TAKEN'],
      [4, 'email', 'INVALID_INPUT'],
    ]);
    expect(await userOf('one@dry.example')).toBeUndefined();
    expect(await imported({}, body)).toMatchObject({ createdCount: 1, faultyCount: 2 });
  });

  it('updates, skips or refuses users who exist', async () => {
    const user = await buildUser(app, { email: 'Old@upsert.example', name: 'Old' });
    const body = 'email,name,groups\nold@upsert.example,New,Editors\nnew@upsert.example,New,\n';
    expect(await imported({ existing: 'SKIP' }, body)).toMatchObject({ createdCount: 1, skippedCount: 1 });
    expect(faultsOf(await imported({ existing: 'REFUSE' }, body))).toEqual([
      [2, 'email', 'USER_EMAIL_TAKEN'],
      [3, 'email', 'USER_EMAIL_TAKEN'],
    ]);
    expect(await imported({}, body)).toMatchObject({ updatedCount: 1, unchangedCount: 1 });
    expect(await userOf('old@upsert.example')).toMatchObject({ id: user.id, name: 'New', groups: ['Editors'] });
    expect(await imported({}, body)).toMatchObject({ updatedCount: 0, unchangedCount: 2 });
    expect(await actionsOf(user.id)).toEqual(['user.updated', 'membership.added']);
  });

  it('ends the sessions of users whom it disables, at once', async () => {
    const user = await buildUser(app, { email: 'leaver@upsert.example' });
    const { access_token: token } = await tokensOf(app, await buildClient(app), user, 'openid');
    expect((await app.send('GET', '/oauth2/userinfo', { token })).status).toBe(200);
    await imported({}, 'email,is_active\nleaver@upsert.example,false\n');
    expect((await app.send('GET', '/oauth2/userinfo', { token })).status).toBe(401);
  });

  it('goes on where it was, in another process', async () => {
    const { id } = await prepare({});
    const rows = Array.from({ length: 1_100 }, (_, n) => `user-${n}@resume.example,User ${n}`);
    await upload(id, `email,name\n${rows.join('\n')}\n`);
    // What the worker of this process leaves is done by others.
    while (await importNext(app.server.runtime)) continue;
    expect(await settled(id)).toMatchObject({ state: 'DONE', createdCount: 1_100, faultyCount: 0 });
    const { rows: left } = await app.server.database.pool.query('select from user_import_chunks');
    expect(left).toEqual([]);
  });

  it('write a hundred rows at a time, so that others are answered in between', async () => {
    const rows = Array.from({ length: 450 }, (_, n) => `user-${n}@many.example,User ${n}`);
    expect(await imported({}, `email,name\n${rows.join('\n')}\n`)).toMatchObject({ createdCount: 450 });
    // The commands of the transactions that inserted them.
    const { rows: commands } = await app.server.database.pool.query(
      `select count(*)::int as users from users where email like '%@many.example' group by xmin::text, cmin::text order by 1`,
    );
    expect(commands).toEqual([50, 100, 100, 100, 100].map((users) => ({ users })));
  });

  it('can be canceled', async () => {
    const { id } = await prepare({});
    const cancel = 'mutation ($id: ID!) { cancelUserImport(id: $id) { userImport { state } } }';
    expect(await app.data(admin, cancel, { id })).toEqual({ cancelUserImport: { userImport: { state: 'CANCELED' } } });
    expect((await upload(id, 'email\na@b.example\n')).body).toMatchObject({ code: 'USER_IMPORT_CLOSED' });
    expect((await app.graphql(admin, cancel, { id })).body.errors[0].extensions.code).toBe('USER_IMPORT_CLOSED');
  });
});

describe('an import that is not running', () => {
  const remove = 'mutation ($id: ID!) { deleteUserImport(id: $id) { userImport { id state faults { totalCount } } } }';
  const left = async (id: string): Promise<unknown> =>
    (
      await app.server.database.pool.query(
        `select (select count(*) from user_imports where id = $1)::int as imports,
           (select count(*) from user_import_faults where import_id = $1)::int as faults,
           (select count(*) from user_import_chunks where import_id = $1)::int as chunks`,
        [id],
      )
    ).rows[0];
  const NOTHING = { imports: 0, faults: 0, chunks: 0 };

  it('can be deleted with its faults, and its users stay', async () => {
    const { id } = await imported({}, 'email\nkept@delete.example\nnone\n');
    expect(await left(id)).toEqual({ imports: 1, faults: 1, chunks: 0 });
    expect((await app.data(admin, remove, { id })).deleteUserImport.userImport).toEqual({
      id,
      state: 'DONE',
      faults: { totalCount: 1 },
    });
    expect(await left(id)).toEqual(NOTHING);
    expect(await userOf('kept@delete.example')).toBeDefined();
    expect(await actionsOf(id)).toContain('user_import.deleted');
    expect((await app.graphql(admin, remove, { id })).body.errors[0].extensions.code).toBe('USER_IMPORT_NOT_FOUND');
  });

  it('can be deleted if it waits for its file, has failed or was canceled, whatever there is of the file', async () => {
    const { pool } = app.server.database;
    for (const status of ['awaiting_file', 'failed', 'canceled']) {
      const { id } = await prepare({});
      await pool.query(
        `insert into user_import_chunks (import_id, number, customer_id, content, created_at) values ($1, 0, $2, '[]', now())`,
        [id, app.customer.customerId],
      );
      await pool.query('update user_imports set status = $2 where id = $1', [id, status]);
      await app.data(admin, remove, { id });
      expect(await left(id)).toEqual(NOTHING);
    }
  });

  it('cannot be deleted while it runs, by others, or with less rights', async () => {
    const codeOf = async (token: string, id: string) =>
      (await app.graphql(token, remove, { id })).body.errors[0].extensions.code;
    const { id } = await prepare({});
    expect(await codeOf(await app.token('read'), id)).toBe('INSUFFICIENT_SCOPE');
    expect(await codeOf(await app.token('admin', await app.newCustomer()), id)).toBe('USER_IMPORT_NOT_FOUND');
    expect(await codeOf(admin, 'none')).toBe('USER_IMPORT_NOT_FOUND');
    const lock = await app.server.database.pool.connect();
    try {
      // No worker takes an import that is locked.
      await lock.query('begin');
      await lock.query(`update user_imports set status = 'running' where id = $1`, [id]);
      const answer = app.graphql(admin, remove, { id });
      const waiting = async (): Promise<boolean> =>
        (
          await lock.query(
            `select from pg_stat_activity where datname = current_database() and pg_backend_pid() = any(pg_blocking_pids(pid))`,
          )
        ).rows.length > 0;
      while (!(await waiting())) continue;
      await lock.query('commit');
      expect((await answer).body.errors[0].extensions.code).toBe('USER_IMPORT_RUNNING');
    } finally {
      lock.release();
    }
  });
});

describe('the rights of an import', () => {
  it('are those of one user at a time', async () => {
    const body =
      'email,role,email_verified,password_hash\n' +
      `boss@rights.example,admin,,\nsure@rights.example,,true,\nhashed@rights.example,,,${await bcrypt.hash('x', 4)}\nplain@rights.example,member,false,\n`;
    const state = await imported({}, body, write);
    expect(faultsOf(state)).toEqual([
      [2, null, 'INSUFFICIENT_SCOPE'],
      [3, null, 'INSUFFICIENT_SCOPE'],
      [4, null, 'INSUFFICIENT_SCOPE'],
    ]);
    expect(state.createdCount).toBe(1);
    const boss = await buildUser(app, { email: 'chief@rights.example', role: 'admin' });
    expect(faultsOf(await imported({}, 'email,name\nchief@rights.example,Taken\n', write))).toEqual([
      [2, null, 'INSUFFICIENT_SCOPE'],
    ]);
    expect(faultsOf(await imported({}, 'email,role\nplain@rights.example,admin\n', write))).toEqual([
      [2, null, 'INSUFFICIENT_SCOPE'],
    ]);
    expect(await userOf('chief@rights.example')).toMatchObject({ id: boss.id, name: 'Some Body' });
  });

  it('are those of the upload, by whoever created the import', async () => {
    const { id } = await prepare({});
    expect((await upload(id, 'email\na@b.example\n', '')).status).toBe(401);
    expect((await upload(id, 'email\na@b.example\n', await app.token('read'))).status).toBe(403);
    const other = await app.newCustomer();
    const foreign = await app.token('admin', other);
    expect((await upload(id, 'email\na@b.example\n', foreign)).status).toBe(404);
    const client = await buildClient(app);
    const { access_token: user } = await tokensOf(app, client, await buildUser(app, { role: 'admin' }), 'openid admin');
    expect((await upload(id, 'email\na@b.example\n', user)).status).toBe(403);
    // The same client, with less.
    await upload(id, 'email,role\nless@rights.example,admin\n', write);
    expect(faultsOf(await settled(id))).toEqual([[2, null, 'INSUFFICIENT_SCOPE']]);
    expect((await app.graphql(foreign, 'query ($id: ID!) { userImport(id: $id) { id } }', { id })).body.data).toEqual({
      userImport: null,
    });
  });

  it('end with those of the user', async () => {
    const client = await buildClient(app);
    const boss = await buildUser(app, { role: 'admin' });
    const { access_token: token } = await tokensOf(app, client, boss, 'openid admin');
    const { id } = await prepare({}, token);
    const { pool } = app.server.database;
    await pool.query(`update users set role = 'member' where id = $1`, [boss.id]);
    // As if the file had been there before.
    await pool.query(`update user_imports set status = 'running', started_at = now(), total_rows = 0 where id = $1`, [
      id,
    ]);
    while (await importNext(app.server.runtime)) continue;
    expect(await settled(id)).toMatchObject({ state: 'FAILED', failure: 'IMPORT_UNAUTHORIZED' });
  });

  it('do not reach who signed up and never proved the address', async () => {
    await buildUser(app, { email: 'squatter@rights.example', selfRegistered: true });
    const body = 'email,email_verified\nsquatter@rights.example,true\n';
    expect(faultsOf(await imported({}, body))).toEqual([[2, 'email', 'USER_EMAIL_TAKEN']]);
  });

  it('leave an administrator', async () => {
    const { rows } = await app.server.database.pool.query(
      `select email from users where role = 'admin' and is_active and customer_id = $1`,
      [app.customer.customerId],
    );
    const body = `email,is_active\n${rows.map(({ email }) => `${email},false`).join('\n')}\n`;
    const state = await imported({}, body);
    expect(new Set(faultsOf(state).map((fault) => (fault as string[])[2]))).toEqual(new Set(['LAST_ADMINISTRATOR']));
  });
});

describe('a file', () => {
  it.each([
    ['without an address', 'name\nAda\n', 'IMPORT_COLUMNS_WRONG'],
    ['with a field twice', 'email,Email\na@b.example,a@b.example\n', 'IMPORT_COLUMNS_WRONG'],
    ['with a quote that nothing closes', 'email,name\na@b.example,"Ada\n', 'IMPORT_FILE_BROKEN'],
    ['with a row that is too long', `email,name\na@b.example,${'x'.repeat(70_000)}\n`, 'IMPORT_FILE_BROKEN'],
    ['that is empty', '', 'IMPORT_FILE_BROKEN'],
  ])('%s is refused, and can be sent again', async (_name, body, code) => {
    const { id } = await prepare({});
    expect(await upload(id, body)).toMatchObject({ status: 400, body: { error: 'invalid_request', code } });
    expect((await upload(id, `email\n${randomUUID()}@again.example\n`)).status).toBe(202);
    expect(await settled(id)).toMatchObject({ state: 'DONE', createdCount: 1 });
  });

  it('goes to an import that exists, by PUT', async () => {
    expect((await upload(randomUUID(), 'email\n')).body).toMatchObject({ code: 'USER_IMPORT_NOT_FOUND' });
    expect((await app.send('GET', `/imports/${randomUUID()}/file`, { token: admin })).status).toBe(405);
  });

  it('is one of few that are not over', async () => {
    const other = await app.newCustomer();
    const token = await app.token('admin', other);
    for (let n = 0; n < 5; n += 1) await prepare({}, token);
    const { body } = await app.graphql(
      token,
      'mutation { createUserImport(input: { format: CSV }) { userImport { id } } }',
    );
    expect(body.errors[0].extensions.code).toBe('TOO_MANY_IMPORTS');
  });
});
