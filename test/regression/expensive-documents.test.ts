import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { useApp, type Answer } from '../support/app.ts';
import { buildClient } from '../support/builders.ts';
import { signedIn } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp({ COST_PER_SECOND: '50000' });
const frugal = useApp({ COST_PER_SECOND: '1' });
let member: { user: { id: string }; token: string };
let service: string;

const sql = (text: string, values: unknown[] = []) => app.server.database.pool.query(text, values);

beforeAll(async () => {
  member = await signedIn(app, await buildClient(app));
  service = await app.token('admin');
  const { customerId } = app.customer;
  await sql(
    `insert into users (id, customer_id, email, email_key, name, created_at, updated_at)
     select gen_random_uuid(), $1, n || '@many.example', n || '@many.example', 'User ' || n, now(), now()
     from generate_series(1, 170) n`,
    [customerId],
  );
  await sql(
    `insert into groups (id, customer_id, name, description, created_at, updated_at)
     select gen_random_uuid(), $1, 'Group ' || n, repeat('€', 2000), now(), now() from generate_series(1, 1200) n`,
    [customerId],
  );
  await sql(
    `insert into memberships (group_id, user_id, customer_id, joined_at)
     select id, $2, $1, now() from groups where customer_id = $1`,
    [customerId, member.user.id],
  );
  await sql(
    `insert into memberships (group_id, user_id, customer_id, joined_at)
     select g.id, u.id, $1, now() from (select id from groups where customer_id = $1 order by id limit 55) g
     cross join (select id from users where customer_id = $1 and email_key like '%@many.example') u`,
    [customerId],
  );
  await sql(
    `insert into sessions (id, customer_id, user_id, secret_hash, auth_time, amr, ip, user_agent, last_accessed_at,
       expires_at, created_at)
     select gen_random_uuid(), $1, $2, decode(md5(n::text), 'hex'), now(), '{pwd}', '192.0.2.1',
       'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/' || n % 50, now(), now() + interval '1 day', now()
     from generate_series(1, 900) n`,
    [customerId, member.user.id],
  );
});

/** Holds up whoever reads groups, until `holder` ends; `running` tells how many are held up. */
async function lockedGroups() {
  const [holder, watcher] = [new pg.Client(app.databaseUrl), new pg.Client(app.databaseUrl)];
  await Promise.all([holder.connect(), watcher.connect()]);
  await holder.query('begin');
  await holder.query('lock table groups in access exclusive mode');
  // Not by pg_stat_activity: there, whoever has been given a lock waits until it runs again.
  const waiting = `select from pg_locks join pg_database d on d.oid = database
    where datname = current_database() and relation in ('groups'::regclass, 'memberships'::regclass) and not granted`;
  return { holder, watcher, running: async () => (await watcher.query(waiting)).rowCount };
}

const refusal = ({ status, body }: Answer) => [status, body.errors?.[0]?.message, body.errors?.[0]?.extensions.code];
const SESSION = 'id deviceName ipAddress location lastAccessedAt createdAt expiresAt userId isCurrent';

describe('lists within lists', () => {
  const nested = (sessions: string) =>
    `{viewer{user{groups(first:1000){edges{node{members(first:1){edges{node{${sessions}{edges{node{${SESSION}}}}}}}}}}}}}`;

  it('cost what they can hold, so 172 bytes do not make an answer of 308 MB', async () => {
    for (const sessions of ['sessions', 'sessions(first:1000)']) {
      const answer = await app.graphql(member.token, nested(sessions));
      expect(refusal(answer)).toEqual([
        400,
        expect.stringMatching(/costs \d+, more than the limit of 150000/),
        'COST_TOO_HIGH',
      ]);
    }
  });

  const PAGE = 'totalCount pageInfo{hasNextPage hasPreviousPage startCursor endCursor}';
  const USER = 'id name email username givenName familyName isActive emailVerified role lastLoginAt createdAt';
  const GROUP = 'id name memberCount organizationId customerId createdAt updatedAt';
  const CLIENT = 'id name type createdAt updatedAt';

  it.each([
    ['groups', GROUP, 'members', USER, 'sessions', SESSION],
    ['groups', GROUP, 'members', USER, 'groups', GROUP],
    ['users', USER, 'groups', GROUP, 'members', USER],
    ['users', USER, 'sessions', SESSION, 'clients', CLIENT],
  ])('are answered three deep with the sizes that pages have by default: %s, %s', async (...fields) => {
    const [first, ofFirst, second, ofSecond, third, ofThird] = fields;
    const query = `{list:${first}{${PAGE} edges{cursor node{${ofFirst} inner:${second}{${PAGE} edges{cursor node{${ofSecond}
      inner:${third}{${PAGE} edges{cursor node{${ofThird}}}}}}}}}}}`;
    app.clock.advance(10);
    const { list } = await app.data(service, query);
    expect(list.edges).toHaveLength(20);
    if (first === 'groups') expect(list.edges[0].node.inner.edges).toHaveLength(20);
  });

  it('give the newest twenty sessions of a user, and as many as are asked for', async () => {
    expect((await app.data(member.token, '{sessions{edges{cursor}}}')).sessions.edges).toHaveLength(20);
    expect((await app.data(member.token, '{sessions(first:300){edges{cursor}}}')).sessions.edges).toHaveLength(300);
    const tooMany = await app.graphql(member.token, '{sessions(first:1001){edges{cursor}}}');
    expect(tooMany.body.errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'first' });
    const all = await app.send('GET', '/api/sessions', { token: member.token });
    expect(all.body.sessions).toHaveLength(901);
  });

  it('asked for under thirty names are read once', async () => {
    const aliases = Array.from({ length: 30 }, (_, n) => `s${n}:sessions(first:1000){pageInfo{hasNextPage}}`);
    const queries = await queriesOf(() => app.data(member.token, `{${aliases.join(' ')}}`));
    expect(queries.filter((text) => /from "?sessions\b/.test(text))).toHaveLength(1);
  });
});

describe('documents that are dear to validate', () => {
  const many = `{${'viewer{kind}'.repeat(470)}}`;

  it('are refused for their size alone', async () => {
    const [status, message] = refusal(await app.graphql(undefined, many));
    expect([status, message]).toEqual([400, expect.stringContaining('more than 300 tokens')]);
    expect(refusal(await app.graphql(service, many))).toEqual([
      400,
      'The operation selects one field more than 25 times in one place.',
      'DOCUMENT_TOO_COMPLEX',
    ]);
  });

  it('are refused when fragments repeat a field, however they are nested', async () => {
    const fragments = Array.from({ length: 30 }, (_, n) => `fragment F${n} on Query {...F${n + 1} ...F${n + 1}}`);
    const doubling = `{...F0} ${fragments.join(' ')} fragment F30 on Query {__typename}`;
    expect(refusal(await app.graphql(service, doubling))[1]).toContain('one field more than 25 times');
  });

  it('are refused when they read the schema again and again', async () => {
    const reads = Array.from({ length: 3 }, (_, n) => `s${n}:__schema{types{name}}`);
    expect(refusal(await app.graphql(service, `{${reads.join(' ')}}`))[1]).toContain('reads the schema more than 2');
  });

  it('without a token may cost little, variables included', async () => {
    const query = 'query ($n: Int) { groups(first: $n) { edges { node { id name description } } } }';
    expect(refusal(await app.graphql(undefined, query, { n: 1000 }))[1]).toContain('more than the limit of 2000');
    expect((await app.graphql(undefined, query, { n: 10 })).body.errors[0].extensions.kind).toBe('UNAUTHENTICATED');
  });
});

describe('large answers', () => {
  it('are refused by what they take in bytes, names included', async () => {
    const query = 'query ($n: Int!) { groups(first: $n) { edges { node { name description } } } }';
    const answer = await app.graphql(service, query, { n: 1000 });
    expect(refusal(answer)).toEqual([400, expect.stringContaining('larger than 4194304 bytes'), 'ANSWER_TOO_LARGE']);
    expect((await app.data(service, query, { n: 100 })).groups.edges).toHaveLength(100);
    const longName = `{ groups(first: 1000) { edges { node { ${'a'.repeat(101)}: id } } } }`;
    expect(refusal(await app.graphql(service, longName))[1]).toContain('more than 100 characters');
  });
});

describe('what a caller spends', () => {
  const dear = '{groups(first:1000){edges{node{id members(first:20){edges{node{id name}}}}}}}';

  it('is bounded: of twenty dear documents, those beyond the budget wait for another time', async () => {
    // Without groups it is answered at once, and costs what it might have held.
    const [one, other] = await Promise.all(
      [await app.newCustomer(), await app.newCustomer()].map((customer) => app.token('read', customer)),
    );
    const answers = [];
    while (answers.length < 20) answers.push(await app.graphql(one, dear));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    const { body, headers } = refused[0]!;
    expect(body.errors[0].extensions).toEqual({
      code: 'BUDGET_SPENT',
      kind: 'RATE_LIMITED',
      documentation: `${app.issuer}/docs/errors#BUDGET_SPENT`,
      retryAfter: expect.any(Number),
    });
    expect(headers.get('retry-after')).toBe(String(body.errors[0].extensions.retryAfter));
    // It is nobody else's business, and soon over.
    expect((await app.graphql(other, dear)).status).toBe(200);
    expect((await app.graphql(member.token, '{groups{totalCount}}')).status).toBe(200);
    app.clock.advance(body.errors[0].extensions.retryAfter);
    expect((await app.graphql(one, dear)).status).toBe(200);
  });

  it('goes to two large documents at a time: others wait, and more than ten more are refused', async () => {
    const members = '{groups(first:55){edges{node{id members(first:100){edges{node{id}}}}}}}';
    app.clock.advance(60);
    const { holder, watcher } = await lockedGroups();
    const statuses: number[] = [];
    const asked = Array.from({ length: 15 }, async () => {
      const answer = await app.graphql(service, members);
      statuses.push(answer.status);
      return answer;
    });
    while (statuses.length < 3) await nextTurn();
    expect(statuses).toEqual([429, 429, 429]);
    await Promise.all([holder.end(), watcher.end()]);
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    for (const { body, headers } of refused) {
      expect(body.errors[0].extensions).toMatchObject({ code: 'LARGE_OPERATION_RUNNING', kind: 'RATE_LIMITED' });
      expect(headers.get('retry-after')).toBe(String(body.errors[0].extensions.retryAfter));
    }
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(12);
  });

  it('is not spent on who leaves: nothing more is read for them, and others have their places', async () => {
    app.clock.advance(60);
    const query = '{groups(first:55){edges{node{id members(first:100){edges{node{id}}}}}}}';
    const { holder, watcher, running } = await lockedGroups();
    const members = new pg.Client(app.databaseUrl);
    await members.connect();
    await members.query('begin');
    await members.query('lock table memberships in access exclusive mode');
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${service}`, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify({ query }), signal: leaving.signal };
    let full = (): void => {};
    const isFull = new Promise<void>((resolve) => (full = resolve));
    const asked = Array.from({ length: 13 }, async () => {
      const answer = await fetch(`${app.issuer}/graphql`, request).catch(() => null);
      if (answer) full();
      return answer?.status ?? 'left';
    });
    await isFull;
    leaving.abort();
    expect((await Promise.all(asked)).filter((status) => status === 'left')).toHaveLength(12);
    // The server has heard of it when it answers another connection.
    await app.graphql(service, '{ viewer { kind } }');
    const staying = app.graphql(service, query);
    await holder.end();
    while ((await running()) === 0) await nextTurn();
    // Only one reads members.
    await app.graphql(service, '{ viewer { kind } }');
    expect(await running()).toBe(1);
    await members.end();
    expect((await staying).status).toBe(200);
    await watcher.end();
  });

  it('makes administrators and services wait for no large document of a member', async () => {
    const read = (asker: string) =>
      app.graphql(asker, '{groups(first:55){edges{node{id members(first:100){edges{node{id}}}}}}}');
    app.clock.advance(60);
    const { holder, watcher, running } = await lockedGroups();
    const ofMember = [read(member.token), read(member.token)];
    while ((await running()) === 0) await nextTurn();
    const ofService = read(service);
    while ((await running()) !== 2) await nextTurn();
    await holder.end();
    await watcher.end();
    for (const { status } of await Promise.all([...ofMember, ofService])) expect(status).toBe(200);
  });

  it('lets customers take turns with large documents, however many of one wait', async () => {
    const read = '{groups(first:55){edges{node{id members(first:100){edges{node{id}}}}}}}';
    app.clock.advance(60);
    const other = await app.token('read', await app.newCustomer());
    const { holder, watcher, running } = await lockedGroups();
    const order: string[] = [];
    const asks = (asker: string, name: string) => app.graphql(asker, read).then(() => order.push(name));
    const asked = Array.from({ length: 6 }, () => asks(service, 'one'));
    while ((await running()) !== 2) await nextTurn();
    asked.push(asks(other, 'other'));
    // A small one is answered once those before it have been read.
    await app.graphql(other, '{ viewer { kind } }');
    await holder.end();
    await watcher.end();
    await Promise.all(asked);
    expect(order.indexOf('other')).toBeLessThan(5);
  });

  it('is counted for REST, too, where ordinary requests cost next to nothing', async () => {
    const token = await frugal.token('read');
    const groups = () => frugal.send('GET', '/groups?limit=1', { token });
    const some = (first: number) => frugal.graphql(token, `{groups(first:${first}){edges{node{id}}}}`);
    while ((await frugal.graphql(token, dear)).status === 200);
    for (const first of [1000, 100, 1]) while ((await some(first)).status === 200);
    // What is left does not pay for twenty characters and a group, and a request takes one of it.
    let left = 0;
    let answer = await groups();
    for (; answer.status === 200; answer = await groups()) left += 1;
    expect(left).toBeLessThan(20);
    const { status, headers, body } = answer;
    expect([status, body.error, headers.get('retry-after')]).toEqual([429, 'rate_limited', '1']);
    frugal.clock.advance(1);
    expect((await groups()).status).toBe(200);
  });
});
