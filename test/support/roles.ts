import { randomUUID } from 'node:crypto';
import { newId } from '#product';
import type { TestApp } from './app.ts';
import { buildUser } from './builders.ts';

/** An API of the customer with scopes, by statements. Returns its id, and the ids of the scopes in their order. */
export async function insertApi(
  app: TestApp,
  scopes: readonly string[],
  { customerId } = app.customer as { readonly customerId: string },
): Promise<{ id: string; identifier: string; scopeIds: string[] }> {
  const { pool } = app.server.database;
  const id = newId(app.clock.now());
  const identifier = `https://api-${randomUUID()}.example/`;
  await pool.query(
    `insert into apis (id, customer_id, identifier, name, created_at, updated_at) values ($1, $2, $3, $3, now(), now())`,
    [id, customerId, identifier],
  );
  const scopeIds = scopes.map(() => newId(app.clock.now()));
  for (const [n, name] of scopes.entries())
    await pool.query(
      `insert into api_scopes (id, customer_id, api_id, name, created_at) values ($1, $2, $3, $4, now())`,
      [scopeIds[n], customerId, id, name],
    );
  return { id, identifier, scopeIds };
}

/** A role, which the API has or the customer, or the template of organizations. */
export async function createRole(app: TestApp, token: string, input: object = {}): Promise<string> {
  const create = 'mutation ($input: CreateAccessRoleInput!) { createAccessRole(input: $input) { accessRole { id } } }';
  const given = { kind: 'CUSTOMER', name: `role-${randomUUID()}`, ...input };
  return (await app.data(token, create, { input: given })).createAccessRole.accessRole.id;
}

/** Gives a role to holders. Returns the results. */
export async function assignRole(app: TestApp, token: string, id: string, input: object) {
  const assign = `mutation ($id: ID!, $input: AssignRoleInput!) { assignRole(id: $id, input: $input) {
    results { holderKind holderId changed error { code } assignment { id organizationId expiresAt } } changedCount } }`;
  return (await app.data(token, assign, { id, input })).assignRole;
}

/** What each mutation of roles leaves in the audit trail, and what is done for it. `mark` says that the mutation follows. */
export function roleCases(app: TestApp, tokenOf: () => string) {
  const of = (action: string, operation: string) => ({
    leaves: [action],
    act: async (mark: () => Promise<void>): Promise<unknown> => {
      const id = await createRole(app, tokenOf());
      const { id: user } = await buildUser(app);
      const isHeld = operation.startsWith('unassign');
      if (isHeld) await assignRole(app, tokenOf(), id, { userIds: [user] });
      await mark();
      const isOfUser = operation.includes('$user');
      const document = `mutation ($id: ID!${isOfUser ? ', $user: ID!' : ''}) { ${operation} }`;
      return app.data(tokenOf(), document, { id, ...(isOfUser && { user }) });
    },
  });
  return {
    createAccessRole: { leaves: ['role.created'], act: () => createRole(app, tokenOf()) },
    updateAccessRole: of(
      'role.updated',
      'updateAccessRole(id: $id, input: { description: "x" }) { accessRole { id } }',
    ),
    deleteAccessRole: of('role.deleted', 'deleteAccessRole(id: $id) { accessRole { id } }'),
    assignRole: of('role.assigned', 'assignRole(id: $id, input: { userIds: [$user] }) { changedCount }'),
    unassignRole: of('role.unassigned', 'unassignRole(id: $id, input: { userIds: [$user] }) { changedCount }'),
  };
}
