import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '#product';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { claimsIn, refresh, tokensOf, type Tokens } from '../support/logins.ts';
import { roundTripsOf } from '../support/queries.ts';

const app = useApp();
const SCOPE = 'openid groups organization offline_access';
let client: Client;

beforeAll(async () => {
  client = await buildClient(app, { scopes: SCOPE.split(' ') });
});

const run = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const customer = () => app.customer.customerId;

async function newGroup(name: string, organizationId: string | null = null): Promise<string> {
  const id = randomUUID();
  await run(
    'insert into groups (id, customer_id, organization_id, name, created_at, updated_at) values ($1, $2, $3, $4, now(), now())',
    id,
    customer(),
    organizationId,
    name,
  );
  return id;
}
const nest = (outer: string, inner: string) =>
  run('insert into group_nestings values ($1, $2, $3, now())', outer, inner, customer());
const part = (outer: string, inner: string) =>
  run('delete from group_nestings where group_id = $1 and member_id = $2', outer, inner);
const join = (group: string, user: BuiltUser) =>
  run('insert into memberships values ($1, $2, $3, now())', group, user.id, customer());
const userinfo = async (token: string) => (await app.send('GET', '/oauth2/userinfo', { token })).body;

describe('the groups that applications are told of', () => {
  it('are those of userinfo, ID tokens and refreshed ones, through groups in groups, each once and by name', async () => {
    const [user, stranger] = [await buildUser(app), await buildUser(app)];
    const ids: string[] = [];
    for (let n = 0; n < 9; n += 1) ids.push(await newGroup(`Level ${n}`));
    for (const [n, id] of ids.slice(1).entries()) await nest(ids[n]!, id);
    const beside = await newGroup('Beside');
    await nest(beside, ids[8]!);
    await nest(ids[0]!, beside);
    await join(ids[8]!, user);
    await join(ids[3]!, user);
    await join(ids[0]!, stranger);
    const all = ['Beside', ...ids.map((_, n) => `Level ${n}`)];
    const found: Tokens = await tokensOf(app, client, user, SCOPE);
    expect(claimsIn(found.id_token).groups).toEqual(all);
    expect((await userinfo(found.access_token)).groups).toEqual(all);
    expect(await roundTripsOf(() => userinfo(found.access_token))).toHaveLength(1);
    const { access_token: token } = await tokensOf(app, client, stranger, SCOPE);
    expect((await userinfo(token)).groups).toEqual(['Level 0']);
    await part(ids[0]!, ids[1]!);
    await part(ids[0]!, beside);
    expect((await userinfo(found.access_token)).groups).toEqual(all.filter((name) => name !== 'Level 0'));
    const { body } = await refresh(app, client, found.refresh_token);
    expect(claimsIn(body.id_token).groups).toEqual(all.filter((name) => name !== 'Level 0'));
  });

  it('have the organizations that users act for', async () => {
    const organization = { id: randomUUID(), name: 'Through groups' };
    await run(
      'insert into organizations (id, customer_id, name, created_at, updated_at) values ($1, $2, $3, now(), now())',
      organization.id,
      customer(),
      organization.name,
    );
    const user = await buildUser(app);
    const [outer, inner] = [await newGroup('Of the organization', organization.id), await newGroup('Inside')];
    await nest(outer, inner);
    await join(inner, user);
    const found = await tokensOf(app, client, user, SCOPE);
    expect(claimsIn(found.id_token)).toMatchObject({ organization });
    expect(await userinfo(found.access_token)).toMatchObject({ organization });
    await part(outer, inner);
    expect(await userinfo(found.access_token)).not.toHaveProperty('organization');
  });
});
