import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { cleanUp, newId } from '#product';
import { useApp, type Answer } from '../../support/app.ts';
import { buildClient, buildUser } from '../../support/builders.ts';
import { tokensOf } from '../../support/logins.ts';
import { assignRole, createRole } from '../../support/roles.ts';

const app = useApp();
let admin: string;
let write: string;
let read: string;

// Tests move the clock, and tokens end.
beforeEach(async () => {
  [admin, write, read] = await Promise.all([app.token('admin'), app.token('write'), app.token('read')]);
});

const ASSIGN = 'mutation ($id: ID!, $input: AssignRoleInput!) { assignRole(id: $id, input: $input) { changedCount } }';
const UNASSIGN = `mutation ($id: ID!, $input: UnassignRoleInput!) { unassignRole(id: $id, input: $input) {
  results { holderKind holderId changed error { code } assignment { id } } changedCount accessRole { id } } }`;
const OF = `assignments: roles { totalCount edges { node {
  accessRole { id name } holderKind holderId organizationId organization { id } expiresAt } } }`;

const codeOf = ({ body }: Answer): string => body.errors[0].extensions.code;
const fieldOf = ({ body }: Answer): string => body.errors[0].extensions.faults[0].path;
const newGroup = async (): Promise<string> =>
  (await app.data(admin, `mutation { createGroup(input: { name: "${randomUUID()}" }) { group { id } } }`)).createGroup
    .group.id;
const newOrganization = async (): Promise<string> =>
  (await app.data(admin, `mutation { createOrganization(input: { name: "${randomUUID()}" }) { organization { id } } }`))
    .createOrganization.organization.id;
const later = (seconds: number): Date => new Date(app.clock.now().getTime() + seconds * 1000);
const eventsOf = async (id: string) =>
  (
    await app.server.database.pool.query(
      `select action, details from audit_events where subject_id = $1 and subject_type = 'role' order by id`,
      [id],
    )
  ).rows.slice(1);
const rolesOf = async (token: string, userId: string) =>
  (await app.data(token, `query ($id: ID!) { user(id: $id) { ${OF} } }`, { id: userId })).user.assignments;

describe('assignments of roles', () => {
  it('tell per holder what became of it, and leave an event each', async () => {
    const id = await createRole(app, admin);
    const user = await buildUser(app);
    const group = await newGroup();
    const application = await buildClient(app);
    const nobody = randomUUID();
    const expiresAt = later(3600).toISOString();
    const input = {
      userIds: [user.id, nobody, user.id],
      groupIds: [group],
      clientIds: [app.customer.clientId, application.id, 'nobody'],
      expiresAt,
    };
    const { results, changedCount } = await assignRole(app, admin, id, input);
    const given = {
      assignment: { id: expect.any(String), organizationId: null, expiresAt },
      changed: true,
      error: null,
    };
    const refused = (code: string) => ({ assignment: null, changed: false, error: { code } });
    expect(results).toEqual([
      { holderKind: 'USER', holderId: user.id, ...given },
      { holderKind: 'USER', holderId: nobody, ...refused('USER_NOT_FOUND') },
      { holderKind: 'GROUP', holderId: group, ...given },
      { holderKind: 'CLIENT', holderId: app.customer.clientId, ...given },
      { holderKind: 'CLIENT', holderId: application.id, ...refused('ROLE_OF_APPLICATION') },
      { holderKind: 'CLIENT', holderId: 'nobody', ...refused('CLIENT_NOT_FOUND') },
    ]);
    expect(changedCount).toBe(3);
    const away = { userIds: [user.id, nobody], groupIds: [group] };
    const taken = (await app.data(admin, UNASSIGN, { id, input: away })).unassignRole;
    expect(
      taken.results.map(({ holderId, changed }: { holderId: string; changed: boolean }) => [holderId, changed]),
    ).toEqual([
      [user.id, true],
      [nobody, false],
      [group, true],
    ]);
    expect(taken.accessRole).toEqual({ id });
    expect(await eventsOf(id)).toEqual([
      { action: 'role.assigned', details: { userId: user.id, expiresAt } },
      { action: 'role.assigned', details: { groupId: group, expiresAt } },
      { action: 'role.assigned', details: { clientId: app.customer.clientId, expiresAt } },
      { action: 'role.unassigned', details: { userId: user.id } },
      { action: 'role.unassigned', details: { groupId: group } },
    ]);
  });

  it('take everything back in the mode ALL', async () => {
    const id = await createRole(app, admin);
    const user = await buildUser(app);
    const all = ASSIGN.replace('input: $input)', 'input: $input, mode: ALL)');
    const input = { userIds: [user.id, randomUUID()] };
    expect((await app.data(admin, all, { id, input })).assignRole.changedCount).toBe(0);
    expect((await rolesOf(read, user.id)).totalCount).toBe(0);
  });

  it('change their end, and keep it if none is given', async () => {
    const id = await createRole(app, admin);
    const { id: userId } = await buildUser(app);
    const [first, second] = [later(60).toISOString(), later(120).toISOString()];
    const assign = async (input: object) =>
      (await assignRole(app, admin, id, { userIds: [userId], ...input })).results[0];
    const { assignment } = await assign({ expiresAt: first });
    expect(await assign({})).toMatchObject({ changed: false, assignment: { id: assignment.id, expiresAt: first } });
    expect(await assign({ expiresAt: first })).toMatchObject({ changed: false });
    expect(await assign({ expiresAt: second })).toMatchObject({ changed: true, assignment: { expiresAt: second } });
    expect(await assign({ expiresAt: null })).toMatchObject({
      changed: true,
      assignment: { id: assignment.id, expiresAt: null },
    });
    expect((await eventsOf(id)).slice(1)).toEqual([
      {
        action: 'role.reassigned',
        details: { userId, fields: ['expiresAt'], changes: { expiresAt: { from: first, to: second } } },
      },
      {
        action: 'role.reassigned',
        details: { userId, fields: ['expiresAt'], changes: { expiresAt: { from: second, to: null } } },
      },
    ]);
  });

  it('are for everywhere or for one organization, and those of the template need one', async () => {
    const { id: userId } = await buildUser(app);
    const [id, template] = [await createRole(app, admin), await createRole(app, admin, { kind: 'ORGANIZATION' })];
    const organizationId = await newOrganization();
    const userIds = [userId];
    await assignRole(app, admin, id, { userIds });
    expect((await assignRole(app, admin, id, { userIds, organizationId })).changedCount).toBe(1);
    const without = await app.graphql(admin, ASSIGN, { id: template, input: { userIds } });
    expect([codeOf(without), fieldOf(without)]).toEqual(['INVALID_INPUT', 'organizationId']);
    await assignRole(app, admin, template, { userIds, organizationId });
    const unknown = await app.graphql(admin, ASSIGN, { id, input: { userIds, organizationId: randomUUID() } });
    expect([codeOf(unknown), fieldOf(unknown)]).toEqual(['UNKNOWN_ORGANIZATION', 'organizationId']);
    const { edges } = await rolesOf(read, userId);
    expect(
      edges.map(({ node }: { node: { accessRole: { id: string }; organizationId: string | null } }) => [
        node.accessRole.id,
        node.organizationId,
      ]),
    ).toEqual([
      [id, null],
      [id, organizationId],
      [template, organizationId],
    ]);
    const { organization } = await app.data(
      read,
      'query ($id: ID!) { organization(id: $id) { roleAssignments { edges { node { holder { id __typename } accessRole { id } } } } } }',
      { id: organizationId },
    );
    expect(organization.roleAssignments.edges.map(({ node }: { node: object }) => node)).toEqual([
      { holder: { id: userId, __typename: 'User' }, accessRole: { id } },
      { holder: { id: userId, __typename: 'User' }, accessRole: { id: template } },
    ]);
    await app.data(admin, 'mutation ($id: ID!) { deleteOrganization(id: $id) { organization { id } } }', {
      id: organizationId,
    });
    expect((await rolesOf(read, userId)).totalCount).toBe(1);
  });

  it('are listed for a role by what has it and where', async () => {
    const id = await createRole(app, admin);
    const [user, group, organizationId] = [await buildUser(app), await newGroup(), await newOrganization()];
    await assignRole(app, admin, id, { userIds: [user.id], groupIds: [group], clientIds: [app.customer.clientId] });
    await assignRole(app, admin, id, { userIds: [user.id], organizationId, expiresAt: later(60) });
    const list = async (where: string): Promise<string[]> =>
      (
        await app.data(
          read,
          `{ accessRole(id: "${id}") { assignments(where: ${where}) { totalCount edges { node { holderId } } } } }`,
        )
      ).accessRole.assignments.edges.map(({ node }: { node: { holderId: string } }) => node.holderId);
    expect(await list('null')).toEqual([user.id, group, app.customer.clientId, user.id]);
    expect(await list('{ holder: { eq: GROUP } }')).toEqual([group]);
    expect(await list('{ holder: { in: [USER, CLIENT] } }')).toEqual([user.id, app.customer.clientId, user.id]);
    expect(await list(`{ organizationId: { eq: "${organizationId}" } }`)).toEqual([user.id]);
    expect(await list('{ organizationId: { isNull: true }, holder: { eq: USER } }')).toEqual([user.id]);
    expect(await list('{ expiresAt: { isNull: false } }')).toEqual([user.id]);
    for (const [field, holder] of [
      ['group', group],
      ['client', app.customer.clientId],
    ] as const) {
      const found = await app.data(read, `query ($id: ID!) { ${field}(id: $id) { ${OF} } }`, { id: holder });
      expect(found[field].assignments.edges.at(-1)).toMatchObject({ node: { accessRole: { id }, expiresAt: null } });
    }
  });

  it('are read by the user who has them, and by no other member', async () => {
    const [id, hidden] = [await createRole(app, admin), await createRole(app, admin)];
    const [me, you] = [await buildUser(app), await buildUser(app)];
    const group = await newGroup();
    await app.data(
      admin,
      'mutation ($id: ID!, $u: [ID!]!) { addGroupMembers(id: $id, userIds: $u) { group { id } } }',
      {
        id: group,
        u: [me.id, you.id],
      },
    );
    await assignRole(app, admin, id, { userIds: [me.id, you.id] });
    await assignRole(app, admin, hidden, { userIds: [you.id], groupIds: [group] });
    const token = (await tokensOf(app, await buildClient(app), me, 'openid')).access_token;
    const query = `{ viewer { user { ${OF} } } group(id: "${group}") { roles { totalCount } members { edges { node { id roles { totalCount } } } } } }`;
    const found = await app.data(token, query);
    expect(found.viewer.user.assignments.edges).toMatchObject([{ node: { accessRole: { id }, holderId: me.id } }]);
    expect(found.group.roles).toBeNull();
    expect(found.group.members.edges.map(({ node }: { node: { roles: unknown } }) => node.roles)).toEqual([
      { totalCount: 1 },
      null,
    ]);
    const inside =
      '{ viewer { user { roles { edges { node { accessRole { id assignments { totalCount } permissions { totalCount } } } } } } } }';
    const { accessRole: role } = (await app.data(token, inside)).viewer.user.roles.edges[0].node;
    expect(role).toEqual({ id, assignments: null, permissions: { totalCount: 0 } });
    expect((await app.data(token, `{ node(id: "${hidden}") { id } }`)).node).toBeNull();
  });

  it('need admin, and are of one customer', async () => {
    const id = await createRole(app, admin);
    const { id: userId } = await buildUser(app);
    const other = await app.newCustomer();
    const foreign = await buildUser(app, { customerId: other.customerId });
    const otherToken = await app.token('admin', other);
    for (const token of [write, read])
      for (const document of [ASSIGN, UNASSIGN])
        expect(codeOf(await app.graphql(token, document, { id, input: { userIds: [userId] } }))).toBe(
          'INSUFFICIENT_SCOPE',
        );
    const { results } = await assignRole(app, admin, id, { userIds: [foreign.id] });
    expect(results[0].error.code).toBe('USER_NOT_FOUND');
    const theirs = { id, input: { userIds: [foreign.id] } };
    expect(codeOf(await app.graphql(otherToken, ASSIGN, theirs))).toBe('ROLE_NOT_FOUND');
    expect(codeOf(await app.graphql(otherToken, UNASSIGN, theirs))).toBe('ROLE_NOT_FOUND');
  });

  it('are bounded: 1,000 holders at once, 1,000 roles of a holder', async () => {
    const id = await createRole(app, admin);
    const many = { userIds: Array.from({ length: 1001 }, () => randomUUID()) };
    expect(codeOf(await app.graphql(admin, ASSIGN, { id, input: many }))).toBe('INVALID_INPUT');
    expect(codeOf(await app.graphql(admin, ASSIGN, { id, input: {} }))).toBe('INVALID_INPUT');
    const customer = await app.newCustomer();
    const token = await app.token('admin', customer);
    const user = await buildUser(app, { customerId: customer.customerId });
    const held = newId(app.clock.now());
    const { pool } = app.server.database;
    await pool.query(
      `insert into roles (id, customer_id, kind, name, created_at, updated_at) values ($1, $2, 'customer', 'held', now(), now())`,
      [held, customer.customerId],
    );
    await pool.query(
      `with made as (
         insert into organizations (id, customer_id, name, created_at, updated_at)
         select gen_random_uuid(), $1, 'organization ' || n, now(), now() from generate_series(1, 1000) n returning id
       )
       insert into role_assignments (id, customer_id, role_id, user_id, organization_id, created_at)
       select gen_random_uuid(), $1, $2, $3, id, now() from made`,
      [customer.customerId, held, user.id],
    );
    const { results } = await assignRole(app, token, held, { userIds: [user.id] });
    expect(results[0].error).toEqual({ code: 'TOO_MANY_ASSIGNMENTS' });
    await pool.query(
      `delete from role_assignments where id = (select id from role_assignments where user_id = $1 limit 1)`,
      [user.id],
    );
    expect((await assignRole(app, token, held, { userIds: [user.id] })).changedCount).toBe(1);
  });

  it('are the same whoever gives them at once, and go with what has them', async () => {
    const id = await createRole(app, admin);
    const user = await buildUser(app);
    const group = await newGroup();
    const input = { userIds: [user.id], groupIds: [group] };
    const answers = await Promise.all(Array.from({ length: 5 }, () => assignRole(app, admin, id, input)));
    expect(answers.map(({ changedCount }) => changedCount).toSorted((one, other) => one - other)).toEqual([
      0, 0, 0, 0, 2,
    ]);
    await app.data(admin, 'mutation ($id: ID!) { deleteUser(id: $id) { user { id } } }', { id: user.id });
    await app.data(admin, 'mutation ($id: ID!) { deleteGroup(id: $id) { group { id } } }', { id: group });
    const dry = `mutation { deleteAccessRole(id: "${id}", dryRun: true) { holders { users groups clients } } }`;
    expect((await app.data(admin, dry)).deleteAccessRole.holders).toEqual({ users: 0, groups: 0, clients: 0 });
  });

  it('end to the second, are told nowhere after that, can begin anew, and are swept', async () => {
    const id = await createRole(app, admin);
    const { id: userId } = await buildUser(app);
    const userIds = [userId];
    const past = await app.graphql(admin, ASSIGN, { id, input: { userIds, expiresAt: app.clock.now() } });
    expect([codeOf(past), fieldOf(past)]).toEqual(['INVALID_INPUT', 'expiresAt']);
    const { results } = await assignRole(app, admin, id, { userIds, expiresAt: later(60) });
    const node = `{ node(id: "${results[0].assignment.id}") { id } }`;
    expect((await app.data(read, node)).node).not.toBeNull();
    app.clock.advance(60);
    expect((await rolesOf(read, userId)).edges).toEqual([]);
    const list = `{ accessRole(id: "${id}") { assignments { totalCount } } }`;
    expect((await app.data(read, list)).accessRole.assignments.totalCount).toBe(0);
    expect((await app.data(read, node)).node).toBeNull();
    expect((await app.data(admin, UNASSIGN, { id, input: { userIds } })).unassignRole.changedCount).toBe(0);
    const dry = `mutation { deleteAccessRole(id: "${id}", dryRun: true) { holders { users } } }`;
    expect((await app.data(admin, dry)).deleteAccessRole.holders.users).toBe(0);
    expect((await assignRole(app, admin, id, { userIds })).results[0]).toMatchObject({
      changed: true,
      assignment: { expiresAt: null },
    });
    expect((await rolesOf(read, userId)).totalCount).toBe(1);
    await assignRole(app, admin, id, { userIds, expiresAt: later(60) });
    const count = async () =>
      (await app.server.database.pool.query('select from role_assignments where role_id = $1', [id])).rows.length;
    app.clock.advance(60);
    await cleanUp(app.server.runtime);
    expect(await count()).toBe(1);
    app.clock.advance(3600);
    await cleanUp(app.server.runtime);
    expect(await count()).toBe(0);
  });
});
