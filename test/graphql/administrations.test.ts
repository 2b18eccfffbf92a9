/** Auditors and the help desk: how they come to be, what they are granted, and what they cannot reach. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import type { User } from '../../src/modules/users/index.ts';
import { useApp, type Answer } from '../support/app.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { importsOf } from '../support/imports.ts';
import { pageHeaders, tokensOf } from '../support/logins.ts';

const app = useApp();
const AUDITOR = { administration: 'auditor' } as const;
const HELP_DESK = { administration: 'help_desk' } as const;
const ALL = 'openid read write admin';
let client: Client;
let admin: string;

beforeAll(async () => {
  client = await buildClient(app);
  admin = await app.token('admin');
});

const codeOf = ({ body }: Answer): string | undefined => body.errors?.[0].extensions.code;
const signIn = async (given: Partial<User>, scope = ALL) => {
  const user = await buildUser(app, given);
  return { user, ...(await tokensOf(app, client, user, scope)) };
};
const tokenOf = async (given: Partial<User>, scope?: string): Promise<string> =>
  (await signIn(given, scope)).access_token;
const UPDATE = `mutation ($id: ID!, $input: UpdateUserInput!) {
  updateUser(id: $id, input: $input) { user { role administration } } }`;
const update = (token: string, { id }: { id: string }, input: object): Promise<Answer> =>
  app.graphql(token, UPDATE, { id, input });
const create = (token: string, input: object): Promise<Answer> =>
  app.graphql(
    token,
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id administration } } }',
    {
      input: { email: `${randomUUID()}@example.com`, ...input },
    },
  );
const eventsOf = async ({ id }: BuiltUser) =>
  (
    await app.server.database.pool.query(
      `select action, details->'changes' as changes from audit_events where subject_id = $1 and action = 'user.updated' order by id`,
      [id],
    )
  ).rows;

describe('what a user administers', () => {
  it('is given and taken by administrators, and the trail tells both', async () => {
    const user = await buildUser(app);
    const given = await update(admin, user, { administration: 'AUDITOR' });
    expect(given.body.data.updateUser.user).toEqual({ role: 'MEMBER', administration: 'AUDITOR' });
    const taken = await update(admin, user, { administration: null });
    expect(taken.body.data.updateUser.user).toEqual({ role: 'MEMBER', administration: null });
    expect(await eventsOf(user)).toEqual([
      { action: 'user.updated', changes: { administration: { from: null, to: 'auditor' } } },
      { action: 'user.updated', changes: { administration: { from: 'auditor', to: null } } },
    ]);
  });

  it('goes with the role, unless it is given with another one', async () => {
    const user = await buildUser(app, AUDITOR);
    const raised = await update(admin, user, { role: 'ADMIN' });
    expect(raised.body.data.updateUser.user).toEqual({ role: 'ADMIN', administration: null });
    const lowered = await update(admin, user, { role: 'MEMBER', administration: 'HELP_DESK' });
    expect(lowered.body.data.updateUser.user).toEqual({ role: 'MEMBER', administration: 'HELP_DESK' });
    const same = await update(admin, user, { role: 'MEMBER' });
    expect(same.body.data.updateUser.user).toEqual({ role: 'MEMBER', administration: 'HELP_DESK' });
  });

  it('is given with a new user, and found in lists', async () => {
    const organization = randomUUID();
    const { id } = (
      await app.data(
        admin,
        `mutation { createOrganization(input: { name: "${organization}" }) { organization { id } } }`,
      )
    ).createOrganization.organization;
    const made = await create(admin, { administration: 'HELP_DESK', organizationId: id });
    expect(made.body.data.createUser.user.administration).toBe('HELP_DESK');
    await create(admin, { organizationId: id });
    const find = async (where: string) => {
      const list = `users(where: { organizationId: { eq: "${id}" }, ${where} }) { edges { node { administration } } }`;
      return (await app.data(admin, `{ ${list} }`)).users.edges.map(
        ({ node }: { node: { administration: string | null } }) => node.administration,
      );
    };
    expect(await find('administration: { eq: HELP_DESK }')).toEqual(['HELP_DESK']);
    expect(await find('not: { administration: { in: [HELP_DESK, AUDITOR] } }')).toEqual([null]);
  });

  it('takes the scope admin and a recent sign-in to give', async () => {
    const user = await buildUser(app);
    for (const token of [await app.token('write'), await tokenOf({ role: 'admin' }, 'openid write')]) {
      expect(codeOf(await update(token, user, { administration: 'AUDITOR' }))).toBe('INSUFFICIENT_SCOPE');
      expect(codeOf(await create(token, { administration: 'AUDITOR' }))).toBe('INSUFFICIENT_SCOPE');
    }
    const token = await tokenOf({ role: 'admin' });
    await app.server.database.pool.query(`update grants set auth_time = auth_time - interval '1 hour'`);
    expect(codeOf(await update(token, user, { administration: 'AUDITOR' }))).toBe('REAUTHENTICATION_REQUIRED');
    expect(codeOf(await create(token, { administration: 'AUDITOR' }))).toBe('REAUTHENTICATION_REQUIRED');
  });

  it('is given by nobody who administers less, and not to oneself', async () => {
    for (const given of [AUDITOR, HELP_DESK]) {
      const { user, access_token: token } = await signIn(given);
      for (const input of [{ role: 'ADMIN' }, { administration: 'HELP_DESK' }, { administration: 'AUDITOR' }])
        for (const target of [user, await buildUser(app)])
          expect(codeOf(await update(token, target, input))).toBe('FORBIDDEN');
      for (const input of [{ role: 'ADMIN' }, { administration: 'HELP_DESK' }, { emailVerified: true }])
        expect(codeOf(await create(token, input))).toBe('FORBIDDEN');
    }
  });

  it('ends a change of address that was asked for before, as a role does', async () => {
    const user = await buildUser(app);
    const ask = `mutation { requestEmailChange(userId: "${user.id}", newEmail: "${randomUUID()}@example.com") { user { id } } }`;
    const links = async () =>
      (
        await app.server.database.pool.query(
          `select count(*)::int as count from one_time_links where user_id = $1 and purpose = 'change_email'`,
          [user.id],
        )
      ).rows[0].count;
    await app.data(admin, ask);
    await update(admin, user, { name: 'Another' });
    expect(await links()).toBe(1);
    await update(admin, user, { administration: 'HELP_DESK' });
    expect(await links()).toBe(0);
  });

  it('does not keep a customer from losing its last administrator', async () => {
    const other = await app.newCustomer();
    await buildUser(app, { customerId: other.customerId, ...AUDITOR });
    const token = await app.token('admin', other);
    const found = await app.data(token, '{ users(where: { role: { eq: ADMIN } }) { edges { node { id } } } }');
    const refused = await update(token, found.users.edges[0].node, { role: 'MEMBER', administration: 'AUDITOR' });
    expect(codeOf(refused)).toBe('LAST_ADMINISTRATOR');
  });
});

describe('what they are granted', () => {
  it('is what their role allows, of all that is asked for', async () => {
    const scopeOf = async (given: Partial<User>) => (await signIn(given)).scope.split(' ').toSorted();
    expect(await scopeOf(AUDITOR)).toEqual(['openid', 'read']);
    expect(await scopeOf(HELP_DESK)).toEqual(['openid', 'read', 'write']);
    expect(await scopeOf({})).toEqual(['openid']);
  });

  it('is the same in a session of the console', async () => {
    for (const [given, scopes] of [
      [AUDITOR, ['READ']],
      [HELP_DESK, ['READ', 'WRITE']],
    ] as const) {
      const headers = await pageHeaders(app, client, await buildUser(app, given));
      const { body } = await app.graphql(undefined, '{ viewer { scopes } }', {}, headers);
      expect(body.data.viewer.scopes).toEqual(scopes);
    }
  });

  it('ends at once with the role, and is narrower at once with a lesser one', async () => {
    const { user, access_token: token } = await signIn({ role: 'admin' });
    const TRAIL = '{ auditEvents(first: 1) { edges { node { id } } } }';
    const newGroup = () =>
      app.graphql(token, `mutation { createGroup(input: { name: "${randomUUID()}" }) { group { id } } }`);
    const asked = async () => [
      codeOf(await app.graphql(token, TRAIL)),
      codeOf(await app.graphql(token, '{ users(first: 1) { edges { node { id } } } }')),
      codeOf(await create(token, {})),
      codeOf(await newGroup()),
    ];
    expect(await asked()).toEqual([undefined, undefined, undefined, undefined]);
    await update(admin, user, { role: 'MEMBER', administration: 'AUDITOR' });
    expect(await asked()).toEqual([undefined, undefined, 'FORBIDDEN', 'FORBIDDEN']);
    await update(admin, user, { administration: 'HELP_DESK' });
    expect(await asked()).toEqual(['FORBIDDEN', undefined, undefined, undefined]);
    await update(admin, user, { administration: null });
    expect(await asked()).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', undefined]);
  });

  it('does not give the kept answer of a greater role', async () => {
    const { user, access_token: token } = await signIn(HELP_DESK);
    const key = { 'idempotency-key': randomUUID() };
    const body = { email: `${randomUUID()}@example.com` };
    const post = () => app.send('POST', '/api/users', { token, body, headers: key });
    expect([(await post()).status, (await post()).status]).toEqual([201, 201]);
    await update(admin, user, { administration: null });
    expect((await post()).status).toBe(403);
  });
});

describe('the help desk', () => {
  let desk: string;
  beforeAll(async () => {
    desk = await tokenOf(HELP_DESK);
  });

  it('creates and invites members, without what would lend them rights', async () => {
    const made = await create(desk, { name: 'New', sendInvitation: true });
    expect(codeOf(made)).toBeUndefined();
    const { createOrganization, createGroup } = await app.data(
      admin,
      `mutation { createOrganization(input: { name: "${randomUUID()}" }) { organization { id } }
        createGroup(input: { name: "${randomUUID()}" }) { group { id } } }`,
    );
    expect(codeOf(await create(desk, { organizationId: createOrganization.organization.id }))).toBe('FORBIDDEN');
    expect(codeOf(await create(desk, { defaultGroupId: createGroup.group.id }))).toBe('FORBIDDEN');
  });

  it('touches nobody who administers', async () => {
    const targets = [{ role: 'admin' } as const, AUDITOR, HELP_DESK];
    const mutations = {
      requestPasswordReset: '(userId: $id) { user { id } }',
      requestEmailVerification: '(userId: $id) { user { id } }',
      unlockUser: '(id: $id) { user { id } }',
      inviteUser: '(id: $id) { invitation { id } }',
      resetUserMfa: '(id: $id) { user { id } }',
    };
    for (const given of targets) {
      const { id } = await buildUser(app, { ...given, passwordHash: null });
      for (const [name, rest] of Object.entries(mutations)) {
        const answer = await app.graphql(desk, `mutation ($id: ID!) { ${name}${rest} }`, { id });
        expect([name, answer.body.errors?.[0].extensions.kind]).toEqual([name, 'FORBIDDEN']);
      }
    }
  });

  it('resets the second factor of a member, after a recent sign-in', async () => {
    const reset = (token: string, id: string) =>
      app.graphql(token, 'mutation ($id: ID!) { resetUserMfa(id: $id) { user { id } } }', { id });
    const { id } = await buildUser(app);
    // There is none to reset, which is no refusal.
    expect(codeOf(await reset(desk, id))).toBe('MFA_NOT_ENABLED');
    const tired = await tokenOf(HELP_DESK);
    await app.server.database.pool.query(`update grants set auth_time = auth_time - interval '1 hour'`);
    expect(codeOf(await reset(tired, id))).toBe('REAUTHENTICATION_REQUIRED');
  });

  it('sees of members what helps, and not their sessions, consents and history', async () => {
    const { id } = await buildUser(app, { phoneNumber: '+44 20 7946 0000' });
    const { user } = await app.data(
      await tokenOf(HELP_DESK, 'openid read'),
      `{ user(id: "${id}") { phoneNumber hasPassword lockedUntil
          sessions { edges { node { id } } } consents { edges { node { id } } } history { edges { node { id } } } } }`,
    );
    expect(user).toEqual({
      phoneNumber: '+44 20 7946 0000',
      hasPassword: true,
      lockedUntil: null,
      sessions: null,
      consents: null,
      history: null,
    });
  });
});

describe('an auditor', () => {
  it('reads what administrators read, also of others, and changes nothing, not even as every member may', async () => {
    const token = await tokenOf(AUDITOR);
    const { id } = await buildUser(app, { phoneNumber: '+44 20 7946 0000' });
    const { user } = await app.data(
      token,
      `{ user(id: "${id}") { phoneNumber sessions { edges { node { id } } } consents { edges { node { id } } }
          history { edges { node { id } } } } }`,
    );
    expect(user).toMatchObject({ phoneNumber: '+44 20 7946 0000', sessions: {}, consents: {}, history: {} });
    const { clients } = await app.data(token, '{ clients(first: 100) { edges { node { id } } } }');
    expect(clients.edges.map(({ node }: { node: { id: string } }) => node.id)).toContain(client.id);
    for (const change of [
      `createGroup(input: { name: "${randomUUID()}" }) { group { id } }`,
      'createClient(input: { name: "Mine", redirectUris: ["https://rp.example/"] }) { client { id } }',
      `updateUser(id: "${id}", input: { name: "Other" }) { user { id } }`,
    ])
      expect(codeOf(await app.graphql(token, `mutation { ${change} }`))).toBe('FORBIDDEN');
  });

  it('changes their own account', async () => {
    const { user, access_token: token } = await signIn(AUDITOR, 'openid');
    expect(codeOf(await update(token, user, { name: 'Another' }))).toBeUndefined();
  });
});

describe('a file of users', () => {
  const { importedLines, userOf, faultsOf } = importsOf(app, () => admin);

  it('says what they administer', async () => {
    const [one, two] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    const done = await importedLines([
      { email: one, administration: 'Auditor' },
      { email: two, administration: 'owner' },
    ]);
    expect(faultsOf(done)).toEqual([[2, 'administration', 'INVALID_INPUT']]);
    expect(await userOf(one)).toMatchObject({ role: 'member', administration: 'auditor' });
  });
});

describe('a second factor that is required of administrators', () => {
  it('is required of all who administer anything, as soon as they do', async () => {
    const other = await app.newCustomer();
    const own = { customerId: other.customerId };
    const through = await buildClient(app, own);
    const token = await app.token('admin', other);
    const set = (requiredOf: string) =>
      app.data(
        token,
        `mutation ($id: ID!) { updateCustomer(id: $id, input: { secondFactor: { requiredOf: ${requiredOf}, graceSeconds: 0 } }) { customer { id } } }`,
        { id: other.customerId },
      );
    const whoIs = async (headers: Record<string, string>) => {
      const { body } = await app.graphql(undefined, '{ viewer { user { administration } } }', {}, headers);
      return body.errors?.[0].extensions.code ?? body.data.viewer.user.administration;
    };
    const auditor = await pageHeaders(app, through, await buildUser(app, { ...own, ...AUDITOR }));
    const member = await buildUser(app, own);
    const session = await pageHeaders(app, through, member);
    expect([await whoIs(auditor), await whoIs(session)]).toEqual(['AUDITOR', null]);
    await set('ADMINISTRATORS');
    expect([await whoIs(auditor), await whoIs(session)]).toEqual(['UNAUTHENTICATED', null]);
    expect(codeOf(await update(token, member, { administration: 'HELP_DESK' }))).toBeUndefined();
    expect(await whoIs(session)).toBe('UNAUTHENTICATED');
  });
});
