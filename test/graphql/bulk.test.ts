import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let admin: string;
let write: string;

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into data of every shape
type Data = any;

beforeAll(async () => {
  admin = await app.token('admin');
  write = await app.token('write');
});

const RESULTS = '{ changedCount results { changed error { code field } } }';
const people = (count: number, given: object = {}): Promise<BuiltUser[]> =>
  Promise.all(Array.from({ length: count }, () => buildUser(app, given)));
const idsOf = (users: readonly { readonly id: string }[]): string[] => users.map(({ id }) => id);

async function run(operation: string, variables: object = {}, token = admin): Promise<Data> {
  const types: Record<string, string> = { ids: '[ID!]!', groups: '[ID!]!' };
  const declared = Object.keys(variables).map((name) => `$${name}: ${types[name]}`);
  const document = `mutation ${declared.length > 0 ? `(${declared.join(', ')})` : ''} { done: ${operation} }`;
  return (await app.data(token, document, variables)).done;
}
const codes = ({ results }: Data): unknown[] => results.map(({ error }: Data) => error?.code ?? null);

const column = async (ids: string[], name: string): Promise<unknown[]> =>
  (
    await app.server.database.pool.query(`select ${name} as v from users where id = any($1) order by id`, [ids])
  ).rows.map(({ v }) => v);

describe('a bulk operation', () => {
  it('gives users the same values, and tells what became of each', async () => {
    const ids = idsOf(await people(3));
    const unknown = randomUUID();
    const done = await run(`updateUsers(select: { ids: $ids }, input: { givenName: "Same" }) ${RESULTS}`, {
      ids: [...ids, unknown, ids[0]],
    });
    expect(done.changedCount).toBe(3);
    expect(codes(done)).toEqual([null, null, null, 'USER_NOT_FOUND']);
    expect(await column(ids, 'given_name')).toEqual(['Same', 'Same', 'Same']);
    const again = await run(`updateUsers(select: { ids: $ids }, input: { givenName: "Same" }) ${RESULTS}`, { ids });
    expect([again.changedCount, codes(again)]).toEqual([0, [null, null, null]]);
  });

  it('changes nothing in the mode ALL if one item fails', async () => {
    const ids = idsOf(await people(2));
    const done = await run(`deleteUsers(select: { ids: $ids }, mode: ALL) ${RESULTS}`, { ids: [...ids, randomUUID()] });
    expect([done.changedCount, codes(done)]).toEqual([0, ['NOTHING_CHANGED', 'NOTHING_CHANGED', 'USER_NOT_FOUND']]);
    expect(await column(ids, 'id')).toHaveLength(2);
    const created = await run(
      'createUsers(inputs: [{ email: "one@all.example" }, { email: "one@all.example" }], mode: ALL) { results { user { id } error { code } } }',
    );
    expect(codes(created)).toEqual(['NOTHING_CHANGED', 'USER_EMAIL_TAKEN']);
    expect(created.results[0].user).toBeNull();
  });

  it('tells each item what contradicts what is stored, in the mode ALL too', async () => {
    const told = (done: Data): unknown[] =>
      done.results.map(({ error }: Data) => error?.faults.map(({ path, code }: Data) => `${path} ${code}`) ?? null);
    const FAULTS = '{ changedCount results { error { code documentation faults { path code } } } }';
    const [held] = await people(1, { username: 'held-name' });
    const nowhere = randomUUID();
    const users = `[{ email: "free@told.example" }, { email: "${held!.email}", organizationId: "${nowhere}" },
      { email: "x@told.example", username: "HELD-name", defaultGroupId: "${nowhere}" }, { email: "no" }]`;
    const faults = [
      ['email USER_EMAIL_TAKEN', 'organizationId UNKNOWN_ORGANIZATION'],
      ['username USERNAME_TAKEN', 'defaultGroupId UNKNOWN_GROUP'],
      ['email INVALID_INPUT'],
    ];
    const all = await run(`createUsers(inputs: ${users}, mode: ALL) ${FAULTS}`);
    expect([all.changedCount, told(all)]).toEqual([0, [[], ...faults]]);
    expect(all.results[0].error.code).toBe('NOTHING_CHANGED');
    const each = await run(`createUsers(inputs: ${users}) ${FAULTS}`);
    expect([each.changedCount, told(each)]).toEqual([1, [null, ...faults]]);

    const ids = idsOf(await people(2));
    const move = `updateUsers(select: { ids: $ids }, input: { organizationId: "${nowhere}" }) ${FAULTS}`;
    const moved = await run(move, { ids: [...ids, randomUUID()] });
    const lost = ['organizationId UNKNOWN_ORGANIZATION'];
    expect([moved.changedCount, told(moved), codes(moved)[2]]).toEqual([0, [lost, lost, []], 'USER_NOT_FOUND']);

    const groups = `[{ name: "told a" }, { name: "told a", organizationId: "${nowhere}" }, { name: "told b" }]`;
    const made = await run(
      `createGroups(inputs: ${groups}) { changedCount results { group { id } error { faults { path code } } } }`,
    );
    expect([made.changedCount, told(made)]).toEqual([2, [null, ['name GROUP_NAME_TAKEN', ...lost], null]]);
    const [first] = made.results;
    const renamed = await run(
      `updateGroups(select: { ids: $ids }, input: { name: "told b", organizationId: "${nowhere}" }, mode: ALL) ${FAULTS}`,
      { ids: [first.group.id] },
    );
    expect([renamed.changedCount, told(renamed)]).toEqual([0, [['name GROUP_NAME_TAKEN', ...lost]]]);
  });

  it('is refused if the selection has another number of items than expected', async () => {
    const ids = idsOf(await people(2));
    const select = (expected: string) =>
      app.graphql(admin, `mutation ($ids: [ID!]!) { disableUsers(select: { ids: $ids ${expected} }) ${RESULTS} }`, {
        ids,
      });
    expect((await select('expectedCount: 3')).body.errors[0].extensions.code).toBe('SELECTION_DIFFERS');
    expect(await column(ids, 'is_active')).toEqual([true, true]);
    expect((await select('expectedCount: 2')).body.data.disableUsers.changedCount).toBe(2);
    const empty = await app.graphql(admin, `mutation { disableUsers(select: {}) ${RESULTS} }`);
    expect(empty.body.errors[0].extensions.kind).toBe('INVALID');
  });

  it('selects by a condition, and hits no more than expected', async () => {
    const ids = idsOf(await people(2, { familyName: 'Selected' }));
    const disable = (expected: string) =>
      app.graphql(
        admin,
        `mutation { disableUsers(select: { where: { familyName: { eq: "Selected" } } ${expected} }) ${RESULTS} }`,
      );
    expect((await disable('')).body.errors[0].extensions.field).toBe('select.expectedCount');
    expect((await disable('expectedCount: 1')).body.errors[0].extensions.code).toBe('SELECTION_DIFFERS');
    expect(await column(ids, 'is_active')).toEqual([true, true]);
    expect((await disable('expectedCount: 2')).body.data.disableUsers.changedCount).toBe(2);
    const groups = await run('createGroups(inputs: [{ name: "where 1" }, { name: "where 2" }]) { changedCount }');
    expect(groups.changedCount).toBe(2);
    const gone = await run(
      `deleteGroups(select: { where: { name: { startsWith: "where " } }, expectedCount: 2 }) ${RESULTS}`,
    );
    expect(gone.changedCount).toBe(2);
    const members = await app.graphql(
      await app.token('write'),
      `mutation { addUsersToGroups(select: { where: {}, expectedCount: 0 }, groupIds: []) ${RESULTS} }`,
    );
    expect(members.body.errors[0].extensions.code).toBe('SELECTION_DIFFERS');
  });

  it('takes the same number of queries for two users and for fifty', async () => {
    const count = async (users: BuiltUser[], operation: string) =>
      (await queriesOf(() => run(operation, { ids: idsOf(users) }))).length;
    for (const operation of [
      `updateUsers(select: { ids: $ids }, input: { name: "Counted" }) ${RESULTS}`,
      `disableUsers(select: { ids: $ids }) ${RESULTS}`,
      `deleteUsers(select: { ids: $ids }) ${RESULTS}`,
    ])
      expect([operation, await count(await people(50), operation)]).toEqual([
        operation,
        await count(await people(2), operation),
      ]);
  });

  it('ends sessions, and changes the groups of userinfo, at once', async () => {
    const client = await buildClient(app);
    const [one, two] = await people(2);
    const tokens = await Promise.all(
      [one!, two!].map(async (user) => (await tokensOf(app, client, user, 'openid groups')).access_token),
    );
    const groupsOf = async (token: string) => (await app.send('GET', '/oauth2/userinfo', { token })).body.groups;
    const groups = await Promise.all(
      ['bulk one', 'bulk two'].map(
        async (name) => (await run(`createGroup(input: { name: "${name}" }) { group { id } }`)).group.id,
      ),
    );
    const ids = idsOf([one!, two!]);
    const add = `addUsersToGroups(select: { ids: $ids }, groupIds: $groups) ${RESULTS}`;
    expect((await run(add, { ids, groups })).changedCount).toBe(4);
    expect(await groupsOf(tokens[0]!)).toEqual(['bulk one', 'bulk two']);
    const remove = `removeUsersFromGroups(select: { ids: $ids }, groupIds: $groups) ${RESULTS}`;
    expect((await run(remove, { ids, groups: [groups[0]] })).changedCount).toBe(2);
    expect(await groupsOf(tokens[1]!)).toEqual(['bulk two']);
    expect(codes(await run(add, { ids, groups: [randomUUID()] }))).toEqual(['GROUP_NOT_FOUND', 'GROUP_NOT_FOUND']);
    await run(`disableUsers(select: { ids: $ids }) ${RESULTS}`, { ids });
    expect((await app.send('GET', '/oauth2/userinfo', { token: tokens[0]! })).status).toBe(401);
    expect((await run(`enableUsers(select: { ids: $ids }) ${RESULTS}`, { ids })).changedCount).toBe(2);
  });

  it('invites those who have no password', async () => {
    const fresh = await people(2, { passwordHash: null });
    const [has] = await people(1);
    const ids = [...idsOf(fresh), has!.id];
    const done = await run(`inviteUsers(select: { ids: $ids }) ${RESULTS}`, { ids });
    expect([done.changedCount, codes(done)]).toEqual([2, [null, null, 'USER_HAS_PASSWORD']]);
    const { rows } = await app.server.database.pool.query('select from outbox_mails where user_id = any($1)', [ids]);
    expect(rows).toHaveLength(2);
    for (let n = 0; n < 4; n += 1) await run(`inviteUsers(select: { ids: $ids }) ${RESULTS}`, { ids: idsOf(fresh) });
    const often = codes(await run(`inviteUsers(select: { ids: $ids }) ${RESULTS}`, { ids: idsOf(fresh) }));
    expect(often).toEqual(['TOO_MANY_TRIES', 'TOO_MANY_TRIES']);
  });
});

describe('the rights of a bulk operation', () => {
  it('are those of one at a time', async () => {
    const [member] = await people(1);
    const [boss] = await people(1, { role: 'admin' });
    const ids = [member!.id, boss!.id];
    const named = await run(`updateUsers(select: { ids: $ids }, input: { name: "New" }) ${RESULTS}`, { ids }, write);
    expect(codes(named)).toEqual([null, 'INSUFFICIENT_SCOPE']);
    for (const operation of [
      'setUserRoles(select: { ids: $ids }, role: ADMIN)',
      'updateUsers(select: { ids: $ids }, input: { emailVerified: true })',
      'deleteUsers(select: { ids: $ids })',
    ]) {
      const { body } = await app.graphql(write, `mutation ($ids: [ID!]!) { ${operation} ${RESULTS} }`, { ids });
      expect(body.errors[0].extensions.kind).toBe('FORBIDDEN');
    }
    expect(codes(await run(`setUserRoles(select: { ids: $ids }, role: ADMIN) ${RESULTS}`, { ids }))).toEqual([
      null,
      null,
    ]);
  });

  it('end at the customer', async () => {
    const ids = idsOf(await people(2));
    const foreign = await app.token('admin', await app.newCustomer());
    for (const operation of [
      'updateUsers(select: { ids: $ids }, input: { name: "Stolen" })',
      'disableUsers(select: { ids: $ids })',
      'deleteUsers(select: { ids: $ids })',
      'inviteUsers(select: { ids: $ids })',
    ])
      expect(codes(await run(`${operation} ${RESULTS}`, { ids }, foreign))).toEqual([
        'USER_NOT_FOUND',
        'USER_NOT_FOUND',
      ]);
    expect(await column(ids, 'is_active')).toEqual([true, true]);
  });
});

describe('groups and clients', () => {
  it('are created, changed and deleted in bulk', async () => {
    const inputs = '[{ name: "bulk a" }, { name: "bulk b", description: "b" }, { name: "bulk a" }, { name: " " }]';
    const made = await run(`createGroups(inputs: ${inputs}) { results { index group { id name } error { code } } }`);
    expect(codes(made)).toEqual([null, null, 'GROUP_NAME_TAKEN', 'INVALID_INPUT']);
    const ids = made.results.flatMap(({ group }: Data) => group?.id ?? []);
    const changed = await run(`updateGroups(select: { ids: $ids }, input: { description: "c" }) ${RESULTS}`, { ids });
    expect(changed.changedCount).toBe(2);
    const named = await app.graphql(
      admin,
      `mutation ($ids: [ID!]!) { updateGroups(select: { ids: $ids }, input: { name: "n" }) ${RESULTS} }`,
      { ids },
    );
    expect(named.body.errors[0].extensions.field).toBe('input.name');
    const gone = await run(`deleteGroups(select: { ids: $ids }) ${RESULTS}`, { ids: [...ids, randomUUID()] });
    expect(codes(gone)).toEqual([null, null, 'GROUP_NOT_FOUND']);
  });

  it('keep clients within the rights of the viewer', async () => {
    const inputs = `[{ name: "one", redirectUris: ["https://one.example/"] }, { name: "two", redirectUris: ["no"] },
      { name: "three", grantTypes: [CLIENT_CREDENTIALS], scopes: [ADMIN] }]`;
    const made = await run(
      `createClients(inputs: ${inputs}) { results { client { id } clientSecret error { code } } }`,
      {},
      write,
    );
    expect(codes(made)).toEqual([null, 'INVALID_INPUT', 'BEYOND_OWN_RIGHTS']);
    expect(made.results[0].clientSecret).toMatch(/^ghs_/);
    const service = await run(
      'createClient(input: { name: "s", grantTypes: [CLIENT_CREDENTIALS], scopes: [ADMIN] }) { client { id } }',
    );
    const ids = [made.results[0].client.id, service.client.id];
    const changed = await run(
      `updateClients(select: { ids: $ids }, input: { name: "new" }) ${RESULTS}`,
      { ids },
      write,
    );
    expect(codes(changed)).toEqual([null, 'BEYOND_OWN_RIGHTS']);
    const gone = await run(`deleteClients(select: { ids: $ids, expectedCount: 2 }) ${RESULTS}`, { ids });
    expect(gone.changedCount).toBe(2);
  });
});
