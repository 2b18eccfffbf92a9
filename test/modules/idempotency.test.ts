import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { cleanUp } from '#product';
import { expectError } from '../support/answers.ts';
import { useApp, type Answer } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { roundTripsOf } from '../support/queries.ts';
import { until } from '../support/until.ts';

const DAY = 86_400;
const app = useApp({ SIGNUP_ENABLED: 'true' });
let admin: string;

beforeAll(async () => {
  admin = await app.token('admin');
});

interface Sending {
  readonly token?: string | undefined;
  readonly path?: string;
}

const post = (key: string, body: object, { token = admin, path = '/groups' }: Sending = {}): Promise<Answer> =>
  app.send('POST', path, { token, body, headers: { 'idempotency-key': key } });

const rows = async (text: string, values: unknown[] = []) => (await app.server.database.pool.query(text, values)).rows;
const groupsNamed = async (name: string): Promise<number> =>
  (await rows('select count(*)::int as count from groups where name = $1', [name]))[0].count;
const keptAnswers = async (): Promise<number> =>
  (await rows('select count(*)::int as count from kept_answers'))[0].count;

/** All of an answer that a repetition has, too. */
const told = ({ status, headers, text }: Answer) => ({
  status,
  text,
  ...Object.fromEntries(['content-type', 'etag', 'location'].map((name) => [name, headers.get(name)])),
});
const isReplayed = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';

// In other databases, tables have the same numbers.
const WAITING = `from pg_locks join pg_database d on d.oid = database
  where datname = current_database() and relation = 'groups'::regclass and not granted`;

/** Runs `work` while nobody can create a group or a user of the customer, and lets what waits go on after it. */
async function held<Result>(waiting: () => Promise<Result>, work: () => Promise<void>): Promise<Result> {
  const holder = await app.server.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table groups in exclusive mode');
    const result = waiting();
    await until(async () => (await rows(`select pid ${WAITING}`)).length > 0);
    await work();
    await holder.query('rollback');
    return await result;
  } finally {
    holder.release(true);
  }
}

const KINDS = [
  ['/groups', (): object => ({ name: randomUUID() }), 'groups'],
  ['/api/users', (): object => ({ email: `${randomUUID()}@example.com` }), 'users'],
  ['/api/clients', (): object => ({ client_name: randomUUID(), redirect_uris: ['https://a.example/'] }), 'clients'],
] as const;

describe.each(KINDS)('POST %s with an Idempotency-Key', (path, made, table) => {
  const count = async (): Promise<number> => (await rows(`select count(*)::int as count from ${table}`))[0].count;

  it('creates once, and answers every repetition alike, a secret and the Location included', async () => {
    const [key, body, before] = [randomUUID(), made(), await count()];
    const first = await post(key, body, { path });
    expect([first.status, isReplayed(first)]).toEqual([201, false]);
    for (const time of [1, 2]) {
      const again = await post(key, body, { path });
      expect([time, told(again), isReplayed(again)]).toEqual([time, told(first), true]);
    }
    expect(await count()).toBe(before + 1);
    const location = first.headers.get('location')!;
    expect(location.startsWith(`${app.issuer}${path}/`)).toBe(true);
    expect((await app.send('GET', location.slice(app.issuer.length), { token: admin })).status).toBe(200);
  });

  it('creates once, however many send it at the same time', async () => {
    const [key, body, before] = [randomUUID(), made(), await count()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(key, body, { path })));
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectError(answer, 409, 'conflict', 'under way');
      expect([answer.body.code, answer.headers.get('retry-after')]).toEqual(['IDEMPOTENCY_KEY_IN_USE', '1']);
    }
    const created = answers.filter(({ status }) => status === 201);
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    expect(await count()).toBe(before + 1);
    expect((await post(key, body, { path })).text).toBe(created[0]!.text);
  });

  it('refuses another request under the same key (422), and does nothing', async () => {
    const [key, body] = [randomUUID(), made()];
    const first = await post(key, body, { path });
    const before = await count();
    const another = KINDS.find(([other]) => other !== path)!;
    for (const refused of [await post(key, made(), { path }), await post(key, another[1](), { path: another[0] })]) {
      expectError(refused, 422, 'unprocessable_content');
      expect(refused.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    }
    expect(await count()).toBe(before);
    expect((await post(key, body, { path })).text).toBe(first.text);
  });
});

describe('a key', () => {
  it('is of its sender, and of the customer: others use the same one for themselves', async () => {
    const [key, name] = [randomUUID(), randomUUID()];
    await post(key, { name });
    const other = await app.newCustomer();
    const elsewhere = await post(key, { name }, { token: await app.token('write', other) });
    expect([elsewhere.status, isReplayed(elsewhere)]).toEqual([201, false]);

    const user = await buildUser(app, { role: 'admin' });
    const tokens = await Promise.all(
      [await buildClient(app), await buildClient(app)].map((client) => tokensOf(app, client, user, 'openid admin')),
    );
    for (const { access_token: token } of tokens) {
      const own = await post(key, { name: randomUUID() }, { token });
      expect([own.status, isReplayed(own)]).toEqual([201, false]);
    }
  });

  it('is refused without a token, and nobody signs up', async () => {
    const email = `${randomUUID()}@example.com`;
    const body = { email, password: 'correct horse battery staple' };
    const headers = { 'idempotency-key': randomUUID() };
    expectError(await app.send('POST', '/api/users', { body, headers }), 401, 'unauthorized');
    expect(await rows('select from users where email = $1', [email])).toEqual([]);
    expect((await app.send('POST', '/api/users', { body })).status).toBe(201);
  });

  it('shows the kept answer to no token that allows less than the first one', async () => {
    const user = await buildUser(app, { role: 'admin' });
    const client = await buildClient(app);
    const tokenFor = async (scope: string) => (await tokensOf(app, client, user, scope)).access_token;
    const [key, body] = [randomUUID(), { client_name: 'App', redirect_uris: ['https://a.example/'] }];
    const path = '/api/clients';
    const first = await post(key, body, { path, token: await tokenFor('openid admin') });
    expect(first.status).toBe(201);
    for (const scope of ['openid', 'openid write'])
      expectError(await post(key, body, { path, token: await tokenFor(scope) }), 403, 'insufficient_scope');
    const token = await tokenFor('openid admin');
    expect((await post(key, body, { path, token })).text).toBe(first.text);
    await rows("update users set role = 'member' where id = $1", [user.id]);
    expectError(await post(key, body, { path, token }), 403, 'insufficient_scope');
  });

  it.each(['x', 'k'.repeat(255), `"${'q'.repeat(255)}"`, '"with, a \\"quote\\" and \\\\"', '8e03978e-40d5-43dd-bc93'])(
    'may be %s',
    async (key) => {
      const body = { name: randomUUID() };
      expect((await post(key, body)).status).toBe(201);
      expect(isReplayed(await post(key, body))).toBe(true);
    },
  );

  it('is the same with and without quotes', async () => {
    const [key, body] = [randomUUID(), { name: randomUUID() }];
    await post(key, body);
    expect(isReplayed(await post(`"${key}"`, body))).toBe(true);
  });

  it.each(['', '""', 'k'.repeat(256), `"${'k'.repeat(256)}"`, 'a b', 'a,b', '"a', 'a"', '"a\\b"', '"a", "b"', 'ü'])(
    'may not be “%s”, and nothing is created',
    async (key) => {
      const name = randomUUID();
      const refused = await post(Buffer.from(key).toString('latin1'), { name });
      expectError(refused, 400, 'invalid_request', 'Idempotency-Key');
      expect(await groupsNamed(name)).toBe(0);
    },
  );

  it('is forgotten after a day, by the clean-up too, and the request is then a new one', async () => {
    const [key, body] = [randomUUID(), { name: randomUUID() }];
    const first = await post(key, body);
    app.clock.advance(DAY - 10);
    admin = await app.token('admin');
    expect((await post(key, body)).text).toBe(first.text);
    app.clock.advance(10);
    const taken = await post(key, body);
    expect([taken.status, taken.body.code]).toEqual([400, 'GROUP_NAME_TAKEN']);
    // The new answer is kept for a day of its own.
    app.clock.advance(DAY - 10);
    admin = await app.token('admin');
    expect(told(await post(key, body))).toEqual(told(taken));
    const before = await keptAnswers();
    await cleanUp(app.server.runtime);
    expect(await keptAnswers()).toBeLessThan(before);
    expect(isReplayed(await post(key, body))).toBe(true);
    app.clock.advance(DAY);
    await cleanUp(app.server.runtime);
    expect(await keptAnswers()).toBe(0);
    admin = await app.token('admin');
  });
});

describe('an answer', () => {
  it('is kept where the request can never succeed, and not where it can: rights change', async () => {
    const name = randomUUID();
    const { body: holder } = await post(randomUUID(), { name });
    const key = randomUUID();
    const refused = await post(key, { name });
    expectError(refused, 400, 'invalid_request');
    await app.send('DELETE', `/groups/${holder.id}`, { token: admin });
    expect(told(await post(key, { name }))).toEqual(told(refused));
    expect((await post(randomUUID(), { name })).status).toBe(201);

    const user = await buildUser(app);
    const token = (await tokensOf(app, await buildClient(app), user, 'openid')).access_token;
    const [path, body] = ['/api/users', { email: `${randomUUID()}@example.com` }];
    const forbidden = randomUUID();
    expect((await post(forbidden, body, { path, token })).status).toBe(403);
    expect((await post(forbidden, body, { path, token })).headers.get('idempotent-replayed')).toBeNull();
  });

  it('is not kept where the request was not read', async () => {
    const key = randomUUID();
    expect((await post(key, { name: 7 })).status).toBe(400);
    expect((await post(key, { name: randomUUID() })).status).toBe(201);
  });

  it('is sealed: the table has neither the secret nor the request', async () => {
    const name = randomUUID();
    const { body } = await post(
      randomUUID(),
      { client_name: name, redirect_uris: ['https://a.example/'] },
      { path: '/api/clients' },
    );
    const dump = await rows("select t::text || encode(sealed, 'escape') as text from kept_answers t");
    expect(dump.length).toBeGreaterThan(0);
    for (const { text } of dump)
      for (const word of [name, body.client_secret, body.client_id]) expect(text).not.toContain(word);
  });
});

describe('a first request that does not end', () => {
  it('is under way for everybody else (409), who do not wait', async () => {
    const [key, body] = [randomUUID(), { name: randomUUID() }];
    const first = await held(
      () => post(key, body),
      async () => {
        for (const time of [1, 2]) {
          const meanwhile = await post(key, body);
          expect([time, meanwhile.status, meanwhile.body.code]).toEqual([time, 409, 'IDEMPOTENCY_KEY_IN_USE']);
        }
        const other = await post(key, { name: randomUUID() });
        expect(other.status).toBe(409);
      },
    );
    expect([first.status, isReplayed(await post(key, body))]).toEqual([201, true]);
  });

  it('leaves nothing behind if the connection breaks, and can be repeated', async () => {
    const [key, body] = [randomUUID(), { name: randomUUID() }];
    const broken = await held(
      () => post(key, body),
      async () => {
        await rows(`select pg_terminate_backend(pid) ${WAITING}`);
      },
    );
    expect(broken.status).toBe(503);
    // The pool has closed its other connections, too.
    await until(() =>
      groupsNamed(body.name).then(
        () => true,
        () => false,
      ),
    );
    expect(await groupsNamed(body.name)).toBe(0);
    const again = await post(key, body);
    expect([again.status, isReplayed(again), await groupsNamed(body.name)]).toEqual([201, false, 1]);
  });

  it('creates nothing if its answer cannot be stored, and can be repeated', async () => {
    await rows(`create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
    await rows('create trigger failing before insert on kept_answers for each row execute function fail()');
    const [key, body] = [randomUUID(), { name: randomUUID() }];
    try {
      expect((await post(key, body)).status).toBe(500);
      expect(await groupsNamed(body.name)).toBe(0);
    } finally {
      await rows('drop function fail cascade');
    }
    expect((await post(key, body)).status).toBe(201);
  });
});

it('sends the mails of a creation once, after it is committed', async () => {
  const email = `${randomUUID()}@example.com`;
  const [key, body] = [randomUUID(), { email, send_invitation: true }];
  for (const status of [201, 201]) expect((await post(key, body, { path: '/api/users' })).status).toBe(status);
  expect(await rows('select kind from outbox_mails where recipient = $1', [email])).toEqual([{ kind: 'invitation' }]);
});

it('takes three round trips more than without a key, and a repetition takes three', async () => {
  const tripsOf = async (headers: Record<string, string>, name: string) =>
    (await roundTripsOf(() => app.send('POST', '/groups', { token: admin, body: { name }, headers }))).length;
  const name = randomUUID();
  const headers = { 'idempotency-key': randomUUID() };
  const without = await tripsOf({}, randomUUID());
  expect(await tripsOf(headers, name)).toBeLessThanOrEqual(without + 3);
  expect(await tripsOf(headers, name)).toBeLessThanOrEqual(3);
});
