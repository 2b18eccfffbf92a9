import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, cleanUp, countEvents } from '#product';
import { useApp } from './support/app.ts';
import { buildClient, buildConfidential, buildUser, type BuiltUser, SECRET } from './support/builders.ts';
import { buildDeviceClient, codesOf } from './support/devices.ts';
import { buildService, ownToken, Prover } from './support/dpop.ts';
import { askForTokens, codeOf, redemption, refresh, tokensOf } from './support/logins.ts';
import { queriesOf } from './support/queries.ts';

const app = useApp({ MEMBER_CHANGES_PER_HOUR: '20', MEMBER_GROUPS_MAX: '12' });
let client: Client;
let user: BuiltUser;
beforeAll(async () => {
  client = await buildClient(app);
  user = await buildUser(app);
});

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const count = async (from: string, ...values: unknown[]) =>
  (await rows(`select count(*)::int as n from ${from}`, ...values))[0].n as number;
const memberToken = async (member?: BuiltUser) =>
  (await tokensOf(app, client, member ?? (await buildUser(app)), 'openid')).access_token;

const CREATE = `mutation ($inputs: [NewGroupInput!]!) {
  createGroups(inputs: $inputs) { results { group { id } error { code } } }
}`;
const named = (number: number) => ({ inputs: Array.from({ length: number }, () => ({ name: randomUUID() })) });
const RENAME = 'mutation ($id: ID!, $name: String) { updateUser(id: $id, input: { name: $name }) { user { id } } }';

describe('a user who does not administer', () => {
  it('changes so much in an hour, through whatever door, and then waits', async () => {
    const member = await buildUser(app);
    const token = await memberToken(member);
    await app.data(token, CREATE, named(10));
    for (let time = 0; time < 9; time++) await app.data(token, RENAME, { id: member.id, name: `Name ${time}` });
    expect((await app.send('POST', '/groups', { token, body: { name: randomUUID() } })).status).toBe(201);
    const refused = await app.send('POST', '/groups', { token, body: { name: randomUUID() } });
    expect([refused.status, refused.body.code ?? refused.body.error]).toEqual([429, expect.anything()]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    const { body } = await app.graphql(token, RENAME, { id: member.id, name: 'Another' });
    expect(body.errors[0].extensions).toMatchObject({ code: 'TOO_MANY_CHANGES', retryAfter: expect.any(Number) });
    app.clock.advance(3601);
    const later = await memberToken(member);
    await app.data(later, RENAME, { id: member.id, name: 'Another' });
  });

  it('is told of what they may not do, however often they try', async () => {
    const token = await memberToken();
    const remove = () =>
      app.graphql(token, `mutation { deleteOrganization(id: "${randomUUID()}") { organization { id } } }`);
    for (let time = 0; time < 25; time++) expect((await remove()).body.errors[0].extensions.code).toBe('FORBIDDEN');
    await app.data(token, CREATE, named(1));
  });

  it('is counted for refusals whose answers are kept', async () => {
    const token = await memberToken();
    const ask = async (headers: Record<string, string>) =>
      (await app.send('POST', '/groups', { token, body: { name: ' ' }, headers })).status;
    const before = await count('kept_answers');
    for (let time = 0; time < 25; time++) expect(await ask({})).toBe(400);
    const statuses: number[] = [];
    for (let time = 0; time < 25; time++) statuses.push(await ask({ 'idempotency-key': randomUUID() }));
    const kept = statuses.lastIndexOf(400) + 1;
    // One may be under way when the limit is told.
    expect([20, 21]).toContain(kept);
    expect(statuses.slice(kept)).toEqual(Array<number>(25 - kept).fill(429));
    expect((await count('kept_answers')) - before).toBe(kept);
  });

  it('adds ten users to a group for one change', async () => {
    const token = await memberToken();
    const members = await Promise.all(Array.from({ length: 15 }, () => buildUser(app)));
    const body = { name: randomUUID(), member_ids: members.map(({ id }) => id) };
    expect((await app.send('POST', '/groups', { token, body })).status).toBe(201);
    expect(await rows("select points from throttle_counters where key like 'change:%' order by points")).toContainEqual(
      {
        points: 2,
      },
    );
  });

  it('adds users to many groups for as much as to each of them', async () => {
    const token = await memberToken();
    const members = await Promise.all(Array.from({ length: 14 }, () => buildUser(app)));
    const { results } = (await app.data(token, CREATE, named(12))).createGroups;
    const { addUsersToGroups } = await app.data(
      token,
      `mutation ($groupIds: [ID!]!, $select: UserSelectionInput!) {
        addUsersToGroups(groupIds: $groupIds, select: $select) { changedCount }
      }`,
      {
        groupIds: results.map(({ group }: { group: { id: string } }) => group.id),
        select: { ids: members.map(({ id }) => id) },
      },
    );
    expect(addUsersToGroups.changedCount).toBe(12 * 14);
    const counted = await rows("select points from throttle_counters where key like 'change:%'");
    expect(counted).toContainEqual({ points: 12 + 17 });
  });

  it('has created so many groups at the most, and some more once some are gone', async () => {
    const token = await memberToken();
    await app.data(token, CREATE, named(10));
    const { body } = await app.graphql(token, CREATE, named(3));
    expect(body.errors[0].extensions.code).toBe('TOO_MANY_OWN_GROUPS');
    const [{ group }] = (await app.data(token, CREATE, named(2))).createGroups.results;
    const full = await app.send('POST', '/groups', { token, body: { name: randomUUID() } });
    expect(full.status).toBe(400);
    await app.data(token, 'mutation ($id: ID!) { deleteGroup(id: $id) { group { id } } }', { id: group.id });
    expect((await app.send('POST', '/groups', { token, body: { name: randomUUID() } })).status).toBe(201);
  });
});

it('a service account creates as many groups as it needs', async () => {
  const token = await app.token('admin');
  const { results } = (await app.data(token, CREATE, named(500))).createGroups;
  expect(results.filter(({ group }: { group: object | null }) => group)).toHaveLength(500);
});

describe('the refresh tokens of a grant', () => {
  const login = () => tokensOf(app, client, user, 'openid offline_access');
  const chain = async (first: string, times: number): Promise<string[]> => {
    const all = [first];
    for (let time = 0; time < times; time++) all.push((await refresh(app, client, all.at(-1)!)).body.refresh_token);
    return all;
  };
  const kept = () => count('refresh_tokens t join grants g on g.id = t.grant_id where g.user_id = $1', user.id);

  it('are a few, however often they are used', async () => {
    const before = await kept();
    await chain((await login()).refresh_token, 12);
    expect((await kept()) - before).toBe(3);
  });

  it.each([0, 1, 5])('end when number %i is used again, long after', async (index) => {
    const all = await chain((await login()).refresh_token, 9);
    app.clock.advance(60);
    expect((await refresh(app, client, all[index]!)).body.error).toBe('invalid_grant');
    expect((await refresh(app, client, all.at(-1)!)).body.error).toBe('invalid_grant');
  });

  it('end when one that is forgotten is revoked, and not by what another client says', async () => {
    const all = await chain((await login()).refresh_token, 5);
    const other = await buildClient(app);
    const revoke = (by: Client) =>
      app.send('POST', '/oauth2/revoke', { body: new URLSearchParams({ client_id: by.id, token: all[2]! }) });
    expect((await refresh(app, other, all[2]!)).body.error).toBe('invalid_grant');
    await revoke(other);
    const next = await refresh(app, client, all.at(-1)!);
    expect(next.status).toBe(200);
    expect((await revoke(client)).status).toBe(200);
    expect((await refresh(app, client, next.body.refresh_token)).body.error).toBe('invalid_grant');
  });
});

it('the page that tells the bounds names every table of the database', async () => {
  const page = readFileSync('docs/data-bounds.md', 'utf8');
  const tables = await rows(
    "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'",
  );
  expect(tables.length).toBeGreaterThan(40);
  expect(tables.filter(({ name }) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('a user has some thousand grants at a client and sessions at the most: the oldest end', async () => {
  const member = await buildUser(app);
  const other = await buildClient(app);
  await tokensOf(app, other, member, 'openid');
  await memberToken(member);
  const copies = `generate_series(1, 1500) n, lateral (select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as new_id) i`;
  const columnsOf = async (table: string) =>
    (await rows('select column_name as name from information_schema.columns where table_name = $1', table)).map(
      ({ name }) => name as string,
    );
  const copy = async (table: string, where: string, given: Readonly<Record<string, string>>) => {
    const names = await columnsOf(table);
    const values = names.map((name) => given[name] ?? `t.${name}`);
    await rows(
      `insert into ${table} (${names.join()}) select ${values.join()} from ${table} t, ${copies} where ${where}`,
    );
  };
  const late = "t.created_at + n * interval '1 second'";
  await copy('grants', `t.user_id = '${member.id}' and t.client_id = '${client.id}'`, {
    id: 'new_id',
    created_at: late,
  });
  expect(await count('grants where user_id = $1 and client_id = $2', member.id, client.id)).toBeLessThan(1050);
  expect(await count('grants where user_id = $1 and client_id = $2', member.id, other.id)).toBe(1);
  const session = (await rows('select id from sessions where user_id = $1 limit 1', member.id))[0].id;
  const secretHash = 'sha256(new_id::text::bytea)';
  await copy('sessions', `t.id = '${session}'`, { id: 'new_id', created_at: late, secret_hash: secretHash });
  expect(await count('sessions where user_id = $1', member.id)).toBeLessThan(1050);
});

describe('a proof of possession is not stored', () => {
  const proofs = () => count('used_proofs');
  let prover: Prover;
  beforeAll(async () => {
    prover = await Prover.new(app);
  });

  it('for a client whose secret is wrong', async () => {
    const service = await buildService(app);
    const before = await proofs();
    const answer = await prover.ask({ ...ownToken(service), client_secret: `${SECRET}x` });
    expect([answer.status, await proofs()]).toEqual([401, before]);
    expect((await prover.ask(ownToken(service))).status).toBe(200);
    expect(await proofs()).toBe(before + 1);
  });

  it('for a public client whose code or device code is wrong, and is once the code is right', async () => {
    const before = await proofs();
    const wrong = { ...redemption(client, 'wrong'), code: 'wrong' };
    expect((await prover.ask(wrong)).body.error).toBe('invalid_grant');
    const device = await buildDeviceClient(app);
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
    await prover.ask({ client_id: device.id, grant_type, device_code: 'wrong' });
    expect(await proofs()).toBe(before);
    const code = await codeOf(app, client, user);
    const proof = await prover.proof('POST', '/oauth2/token');
    expect((await askForTokens(app, redemption(client, code), { dpop: proof })).status).toBe(200);
    expect(await proofs()).toBe(before + 1);
    const again = await askForTokens(app, redemption(client, code), { dpop: proof });
    expect(again.body.error).toBe('invalid_dpop_proof');
  });

  it('with a round trip of its own for a client that proved itself before', async () => {
    const service = await buildService(app);
    await prover.ask(ownToken(service));
    expect(await queriesOf(() => prover.ask(ownToken(service)))).toHaveLength(1);
  });
});

it('a user’s own client asks for devices so often at the most, and what nobody allows is kept for an hour', async () => {
  const grantTypes = ['urn:ietf:params:oauth:grant-type:device_code'];
  const { id: ownerId } = await buildUser(app);
  const [own, customers] = [
    await buildConfidential(app, { grantTypes, ownerId }),
    await buildConfidential(app, { grantTypes }),
  ];
  const ask = async ({ id }: Client) => {
    const body = new URLSearchParams({ client_id: id, client_secret: SECRET, scope: 'openid' });
    return (await app.send('POST', '/oauth2/device_authorization', { body })).status;
  };
  for (let time = 0; time < 300; time++) await ask(own);
  expect([await ask(own), await ask(customers)]).toEqual([429, 200]);
  app.clock.advance(900 + 3601);
  await codesOf(app, await buildDeviceClient(app));
  await cleanUp(app.server.runtime);
  expect(await count('device_authorizations')).toBe(1);
});

it('what a user has done again and again within an hour becomes one event that says how often', async () => {
  app.clock.advance(3600 - (Math.floor(app.clock.now().getTime() / 1000) % 3600));
  const member = await buildUser(app);
  const token = await memberToken(member);
  for (let time = 0; time < 15; time++)
    await app.data(token, RENAME, { id: member.id, name: time % 2 === 0 ? 'Here' : 'There' });
  const events = () =>
    rows(
      `select details -> 'changes' -> 'name' ->> 'to' as name, details -> 'repeated' ->> 'times' as times,
         details -> 'repeated' ->> 'until' is not null as until
       from audit_events where action = 'user.updated' and subject_id = $1 order by id`,
      member.id,
    );
  expect(await events()).toHaveLength(15);
  app.clock.advance(2 * 3600);
  await countEvents(app.server.runtime);
  await cleanUp(app.server.runtime);
  const [first, ...others] = await events();
  expect(first).toMatchObject({ name: 'Here', times: null });
  expect(others).toEqual([
    { name: 'There', times: '6', until: true },
    { name: 'Here', times: '6', until: true },
  ]);
});
