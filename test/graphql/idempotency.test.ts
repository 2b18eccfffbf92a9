import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp, type Answer } from '../support/app.ts';
import { committedSchema } from '../support/schema.ts';

const app = useApp({ CLIENT_REGISTRATION: 'on' });
let admin: string;

beforeAll(async () => {
  admin = await app.token('admin');
});

interface Sending {
  readonly token?: string | undefined;
}

const send = (key: string, query: string, variables: object = {}, { token = admin }: Sending = {}): Promise<Answer> =>
  app.send('POST', '/graphql', { token, body: { query, variables }, headers: { 'idempotency-key': key } });
const isReplayed = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';
const count = async (table: string): Promise<number> =>
  (await app.server.database.pool.query(`select count(*)::int as count from ${table}`)).rows[0].count;
const reasonOf = ({ body }: Answer): string => body.errors[0].extensions.code;

/** How each operation is called that creates something, and what it fills. */
const CREATIONS: Readonly<Record<string, readonly [table: string, call: () => string]>> = {
  createGroup: [
    'groups',
    () => `createGroup(input: { name: "${randomUUID()}" }) { group { id members { totalCount } } }`,
  ],
  createOrganization: [
    'organizations',
    () => `createOrganization(input: { name: "${randomUUID()}" }) { organization { id name } }`,
  ],
  createApi: [
    'apis',
    () => `createApi(input: { identifier: "https://${randomUUID()}.example/", name: "API" }) { api { id identifier } }`,
  ],
  createAccessRole: [
    'roles',
    () => `createAccessRole(input: { kind: CUSTOMER, name: "${randomUUID()}" }) { accessRole { id name } }`,
  ],
  createAttributeDefinition: [
    'attribute_definitions',
    () =>
      `createAttributeDefinition(input: { subject: USER, type: STRING, name: "a${randomUUID().replaceAll('-', '')}" }) { attributeDefinition { id name } }`,
  ],
  createClient: [
    'clients',
    () => 'createClient(input: { name: "App", redirectUris: ["https://a.example/"] }) { clientSecret client { id } }',
  ],
  createClients: [
    'clients',
    () =>
      'createClients(inputs: [{ name: "App", redirectUris: ["https://a.example/"] }]) { results { clientSecret client { id } } }',
  ],
  createGroups: ['groups', () => `createGroups(inputs: [{ name: "${randomUUID()}" }]) { results { group { id } } }`],
  createInitialAccessToken: [
    'initial_access_tokens',
    () =>
      'createInitialAccessToken(input: { name: "Partners", redirectHosts: ["*"] }) { secret initialAccessToken { id } }',
  ],
  createUserImport: [
    'user_imports',
    () => 'createUserImport(input: { format: CSV, dryRun: true }) { userImport { id uploadUrl } }',
  ],
  createUser: [
    'users',
    () => `createUser(input: { email: "${randomUUID()}@example.com" }) { user { id groups { totalCount } } }`,
  ],
  createUsers: [
    'users',
    () =>
      `createUsers(inputs: [{ email: "${randomUUID()}@example.com" }]) { results { user { id organization { id } } } }`,
  ],
};

it('can be sent with every operation that creates something, and with no other', () => {
  const fields = Object.values(committedSchema().getMutationType()!.getFields());
  const creating = fields.filter(({ description }) => description!.includes('Idempotency-Key')).map(({ name }) => name);
  expect(creating.toSorted()).toEqual(Object.keys(CREATIONS).toSorted());
  expect(
    fields
      .map(({ name }) => name)
      .filter((name) => name.startsWith('create'))
      .toSorted(),
  ).toEqual(creating.toSorted());
});

describe.each(Object.entries(CREATIONS))('%s with an Idempotency-Key', (_name, [table, call]) => {
  it('creates once, and answers every repetition alike', async () => {
    const [key, mutation, before] = [randomUUID(), `mutation { ${call()} }`, await count(table)];
    const first = await send(key, mutation);
    expect([first.status, first.body.errors, isReplayed(first)]).toEqual([200, undefined, false]);
    for (const time of [1, 2]) {
      const again = await send(key, mutation);
      expect([time, again.status, again.text, isReplayed(again)]).toEqual([time, 200, first.text, true]);
    }
    expect(await count(table)).toBe(before + 1);
  });

  it('creates once, however many send it at the same time', async () => {
    const [key, mutation, before] = [randomUUID(), `mutation { ${call()} }`, await count(table)];
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(key, mutation)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map((answer) => `${answer.status} ${reasonOf(answer)}`))).toEqual(
      new Set(refused.length > 0 ? ['409 IDEMPOTENCY_KEY_IN_USE'] : []),
    );
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
    expect(await count(table)).toBe(before + 1);
  });
});

const CREATE = 'mutation ($name: String!) { createGroup(input: { name: $name }) { group { id } } }';

describe('a key', () => {
  it('is for one document with one set of variables (422)', async () => {
    const [key, name] = [randomUUID(), randomUUID()];
    const first = await send(key, CREATE, { name });
    const others = [
      await send(key, CREATE, { name: randomUUID() }),
      await send(key, CREATE.replace('{ id }', '{ id name }'), { name }),
    ];
    for (const other of others) expect([other.status, reasonOf(other)]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await send(key, CREATE, { name })).text).toBe(first.text);
  });

  it('is of one door: REST knows it as another request', async () => {
    const [key, name] = [randomUUID(), randomUUID()];
    await send(key, CREATE, { name });
    const headers = { 'idempotency-key': key };
    const rest = await app.send('POST', '/groups', { token: admin, body: { name: randomUUID() }, headers });
    expect(rest.status).toBe(422);
  });

  it('is refused without a token and with an invalid one (401), and if it is malformed (400)', async () => {
    const before = await count('groups');
    for (const token of ['', 'nonsense']) {
      const body = { query: CREATE, variables: { name: randomUUID() } };
      const headers = { 'idempotency-key': randomUUID(), ...(token && { authorization: `Bearer ${token}` }) };
      const refused = await app.send('POST', '/graphql', { body, headers });
      expect([token, refused.status, refused.body.errors.length]).toEqual([token, 401, 1]);
    }
    const malformed = await send('a b', CREATE, { name: randomUUID() });
    expect([malformed.status, reasonOf(malformed)]).toEqual([400, 'INVALID_INPUT']);
    expect(await count('groups')).toBe(before);
  });

  it('is refused for mutations that do anything else, in any part of the document, and nothing is done', async () => {
    const name = randomUUID();
    const before = await count('groups');
    for (const query of [
      `mutation { createGroup(input: { name: "${name}" }) { group { id } } deleteGroup(id: "${randomUUID()}") { group { id } } }`,
      `mutation { ...Part createGroup(input: { name: "${name}" }) { group { id } } } fragment Part on Mutation { revokeOtherSessions { __typename } }`,
      `mutation { ... on Mutation { updateGroup(id: "${randomUUID()}", input: { name: "${name}" }) { group { id } } } }`,
    ]) {
      const refused = await send(randomUUID(), query);
      expect([refused.status, refused.body.errors[0].message]).toEqual([
        400,
        expect.stringContaining('Idempotency-Key'),
      ]);
    }
    expect(await count('groups')).toBe(before);
  });

  it('means nothing for queries', async () => {
    const key = randomUUID();
    const QUERY = '{ groups { totalCount } }';
    const first = await send(key, QUERY);
    await send(randomUUID(), CREATE, { name: randomUUID() });
    const second = await send(key, QUERY);
    expect(second.body.data.groups.totalCount).toBe(first.body.data.groups.totalCount + 1);
  });
});

describe('an answer', () => {
  it('of several operations has what each has made and why others failed, each time', async () => {
    const [key, name] = [randomUUID(), randomUUID()];
    const query = `mutation ($name: String!) {
      one: createGroup(input: { name: $name }) { group { id name members { totalCount } } }
      same: createGroup(input: { name: $name }) { group { id } }
      two: createOrganization(input: { name: $name }) { organization { id name } }
    }`;
    const first = await send(key, query, { name });
    expect(first.body.errors.map(({ path }: { path: string[] }) => path)).toEqual([['same']]);
    expect(reasonOf(first)).toBe('GROUP_NAME_TAKEN');
    const again = await send(key, query, { name });
    expect([again.text, isReplayed(again)]).toEqual([first.text, true]);
    const { rows } = await app.server.database.pool.query('select name from groups where name = $1', [name]);
    expect(rows).toHaveLength(1);
  });

  it('of what the viewer may not do is not kept', async () => {
    const key = randomUUID();
    const token = await app.token('read');
    const name = randomUUID();
    for (const time of [1, 2]) {
      const refused = await send(key, CREATE, { name }, { token });
      expect([time, reasonOf(refused), isReplayed(refused)]).toEqual([time, 'INSUFFICIENT_SCOPE', false]);
    }
    expect((await send(key, CREATE, { name })).body.data.createGroup.group.id).toBeDefined();
  });

  it('of a faulty document is not kept', async () => {
    const key = randomUUID();
    for (const query of ['mutation {', 'mutation { createGroup { id } }', 'mutation { nothing }'])
      expect((await send(key, query)).status).toBe(400);
    expect((await send(key, CREATE, { name: 7 })).status).toBe(400);
    expect((await send(key, CREATE, { name: randomUUID() })).status).toBe(200);
  });

  it('that failed inside is not kept, and nothing of it is done', async () => {
    const { pool } = app.server.database;
    await pool.query(`create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
    await pool.query('create trigger failing before insert on organizations for each row execute function fail()');
    const [key, name] = [randomUUID(), randomUUID()];
    const query = `mutation { createGroup(input: { name: "${name}" }) { group { id } } createOrganization(input: { name: "${name}" }) { organization { id } } }`;
    try {
      const broken = await send(key, query);
      expect([broken.status, broken.text.includes('raise')]).toEqual([500, false]);
      expect((await pool.query('select from groups where name = $1', [name])).rows).toEqual([]);
    } finally {
      await pool.query('drop function fail cascade');
    }
    const again = await send(key, query);
    expect([again.status, again.body.errors, isReplayed(again)]).toEqual([200, undefined, false]);
  });
});
