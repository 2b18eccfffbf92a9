import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../../support/app.ts';
import { buildUser } from '../../support/builders.ts';
import { importsOf } from '../../support/imports.ts';
import { assignRole, createRole, insertApi } from '../../support/roles.ts';

const app = useApp();
let admin: string;
let write: string;
let orders: { readonly id: string; readonly identifier: string };
let invoices: typeof orders;
let clerk: string;
let orderClerk: string;
let seller: string;
let acme: string;

const END = '2099-01-31T12:00:00.000Z';

beforeAll(async () => {
  admin = await app.token('admin');
  write = await app.token('write');
  [orders, invoices] = await Promise.all([insertApi(app, ['read']), insertApi(app, ['read'])]);
  clerk = await createRole(app, admin, { name: 'clerk' });
  orderClerk = await createRole(app, admin, { kind: 'API', apiId: orders.id, name: 'clerk' });
  await createRole(app, admin, { kind: 'API', apiId: orders.id, name: 'packer' });
  await createRole(app, admin, { kind: 'API', apiId: invoices.id, name: 'packer' });
  await createRole(app, admin, { kind: 'API', apiId: invoices.id, name: 'payer' });
  seller = await createRole(app, admin, { kind: 'ORGANIZATION', name: 'seller' });
  acme = (await app.data(admin, 'mutation { createOrganization(input: { name: "Acme" }) { organization { id } } }'))
    .createOrganization.organization.id;
});

const { imported, importedLines, faultsOf, userOf } = importsOf(app, () => admin);
const newEmail = (): string => `${randomUUID()}@roles.example`;

/** The roles of a user as stored: API, name, organization and end. */
const rolesOf = async (email: string): Promise<unknown[]> =>
  (
    await app.server.database.pool.query(
      `select p.identifier as api, r.name, o.name as organization, a.expires_at::text as "expiresAt"
       from role_assignments a join users u on u.id = a.user_id join roles r on r.id = a.role_id
       left join apis p on p.id = r.api_id left join organizations o on o.id = a.organization_id
       where u.email_key = $1 order by a.id`,
      [email],
    )
  ).rows;
const role = (name: string, more: object = {}) => ({ api: null, name, organization: null, expiresAt: null, ...more });

const exported = async (format: string): Promise<string> => {
  const request = `mutation { requestExport(kind: USERS, format: ${format}) { downloadUrl } }`;
  const { downloadUrl } = (await app.data(admin, request)).requestExport;
  return (await app.send('GET', downloadUrl.slice(app.issuer.length))).text;
};

describe('roles of an import', () => {
  it('are named in CSV, everywhere or for an organization', async () => {
    const [ada, grace] = [newEmail(), newEmail()];
    const inAcme = JSON.stringify([{ role: 'seller', organization: 'Acme' }, 'payer']).replaceAll('"', '""');
    const body = `email,roles\n${ada},clerk; ${orders.identifier} clerk\n${grace},"${inAcme}"\n`;
    expect(await imported({}, body)).toMatchObject({ createdCount: 2, faultyCount: 0, ignoredColumns: [] });
    expect(await rolesOf(ada)).toEqual([role('clerk'), role('clerk', { api: orders.identifier })]);
    expect(await rolesOf(grace)).toEqual([
      role('seller', { organization: 'Acme' }),
      role('payer', { api: invoices.identifier }),
    ]);
    const { rows } = await app.server.database.pool.query(
      `select subject_id from audit_events where action = 'role.assigned' and details ->> 'userId' = $1 order by id`,
      [(await userOf(ada)).id],
    );
    expect(rows.map((row) => row.subject_id)).toEqual([clerk, orderClerk]);
    expect(await imported({}, body)).toMatchObject({ unchangedCount: 2, updatedCount: 0, faultyCount: 0 });
  });

  it('have an end in JSON, and keep one that is left out', async () => {
    const email = newEmail();
    const row = { email, roles: [{ role: 'clerk', expires_at: END }] };
    expect(await importedLines([row])).toMatchObject({ createdCount: 1 });
    expect(await importedLines([row])).toMatchObject({ unchangedCount: 1 });
    expect(await importedLines([{ email, roles: ['clerk'] }])).toMatchObject({ unchangedCount: 1 });
    expect(await rolesOf(email)).toEqual([role('clerk', { expiresAt: '2099-01-31 12:00:00+00' })]);
    const later = { email, roles: [{ role: 'clerk', expiresAt: '2100-01-31T12:00:00Z' }] };
    expect(await importedLines([later])).toMatchObject({ updatedCount: 1 });
    expect(await rolesOf(email)).toEqual([role('clerk', { expiresAt: '2100-01-31 12:00:00+00' })]);
  });

  it('are faults of their rows if they cannot be read, and give nothing', async () => {
    const email = newEmail();
    const rows: readonly [unknown, string, string][] = [
      [['clerk', 'nobody'], 'roles.1', 'UNKNOWN_ROLE'],
      ['packer', 'roles.0', 'UNKNOWN_ROLE'],
      [`${orders.identifier} payer`, 'roles.0', 'UNKNOWN_ROLE'],
      ['seller', 'roles.0.organization', 'INVALID_INPUT'],
      [[{ role: 'seller', organization: 'None' }], 'roles.0.organization', 'UNKNOWN_ORGANIZATION'],
      [[{ role: 'clerk', expires_at: '2020-01-31T12:00:00Z' }], 'roles.0.expires_at', 'INVALID_INPUT'],
      [[{ role: 'clerk', expires_at: 'tomorrow' }], 'roles.0.expires_at', 'INVALID_INPUT'],
      [[{ role: 'clerk', until: END }], 'roles.0.until', 'INVALID_INPUT'],
      [['clerk', 'clerk'], 'roles.1', 'INVALID_INPUT'],
      [[1], 'roles.0', 'INVALID_INPUT'],
      [Array.from({ length: 101 }, () => 'clerk'), 'roles', 'INVALID_INPUT'],
    ];
    const state = await importedLines(rows.map(([roles]) => ({ email, roles })));
    expect(faultsOf(state)).toEqual(rows.map(([, path, code], n) => [n + 1, path, code]));
    expect(await userOf(email)).toBeUndefined();
  });

  it('tell which names need an API', async () => {
    const { faults } = await imported({}, `email,roles\n${newEmail()},packer\n`);
    expect(faults.edges[0].node.message).toMatch(/^Several APIs have a role with this name/);
  });

  it('are given by none who could not give them directly', async () => {
    const [holder, other] = await Promise.all([buildUser(app), buildUser(app)]);
    await assignRole(app, admin, clerk, { userIds: [holder.id] });
    const email = newEmail();
    const body = `email,name,roles\n${holder.email},New,clerk\n${other.email},New,clerk\n${email},New,clerk\n`;
    const state = await imported({}, body, write);
    expect(faultsOf(state)).toEqual([
      [3, 'roles', 'INSUFFICIENT_SCOPE'],
      [4, 'roles', 'INSUFFICIENT_SCOPE'],
    ]);
    expect(state).toMatchObject({ updatedCount: 1, createdCount: 0 });
    expect(await userOf(email)).toBeUndefined();
    expect((await userOf(other.email)).name).not.toBe('New');
    expect(await rolesOf(other.email)).toEqual([]);
  });

  it('are at most those that a user can have', async () => {
    const user = await buildUser(app);
    await app.server.database.pool.query(
      `with o as (insert into organizations (id, customer_id, name, created_at, updated_at)
         select gen_random_uuid(), $1, $2 || n, now(), now() from generate_series(1, 1000) n returning id)
       insert into role_assignments (id, customer_id, role_id, user_id, organization_id, created_at)
       select gen_random_uuid(), $1, $3, $4, o.id, now() from o`,
      [app.customer.customerId, randomUUID(), seller, user.id],
    );
    const state = await imported({}, `email,roles\n${user.email},clerk\n`);
    expect(faultsOf(state)).toEqual([[2, 'roles', 'TOO_MANY_ASSIGNMENTS']]);
  });

  it('change nothing in a dry run', async () => {
    const user = await buildUser(app);
    const body = `email,roles\n${user.email},clerk\n${newEmail()},clerk\n`;
    expect(await imported({ dryRun: true }, body)).toMatchObject({ updatedCount: 1, createdCount: 1, faultyCount: 0 });
    expect(await rolesOf(user.email)).toEqual([]);
  });

  it.each([
    ['CSV', {}],
    ['JSON_LINES', { format: 'JSON_LINES' }],
  ])('come back from an export as %s', async (format, input) => {
    const user = await buildUser(app);
    await assignRole(app, admin, clerk, { userIds: [user.id] });
    await assignRole(app, admin, orderClerk, { userIds: [user.id], expiresAt: END });
    await assignRole(app, admin, seller, { userIds: [user.id], organizationId: acme });
    const before = await rolesOf(user.email);
    expect(before).toHaveLength(3);
    const lines = (await exported(format)).split(/\r?\n/);
    const file = lines.filter((line, n) => line.includes(user.email) || (format === 'CSV' && n === 0)).join('\n');
    await app.server.database.pool.query('delete from role_assignments where user_id = $1', [user.id]);
    expect(await imported(input, file)).toMatchObject({ updatedCount: 1, faultyCount: 0 });
    expect(await rolesOf(user.email)).toEqual(before);
  });
});
