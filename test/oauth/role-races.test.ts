import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { assignRole, createRole, insertApi } from '../support/roles.ts';

const app = useApp();
let admin: string;
let api: Awaited<ReturnType<typeof insertApi>>;
let role: string;

beforeAll(async () => {
  admin = await app.token('admin');
  api = await insertApi(app, ['read']);
  role = await createRole(app, admin, { kind: 'API', apiId: api.id, scopeIds: api.scopeIds });
});

/** What the service account gets if it asks for the scope: `read`, or the error. */
async function asked(): Promise<string> {
  const { clientId, clientSecret } = app.customer;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const answer = await fetch(`${app.issuer}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, resource: api.identifier, scope: 'read' }),
  });
  const body = (await answer.json()) as { readonly scope?: string; readonly error?: string };
  return body.scope ?? body.error!;
}

describe('a role that is taken away while tokens are issued', () => {
  it('is in no token that is asked for after the answer', async () => {
    for (let round = 0; round < 10; round += 1) {
      await assignRole(app, admin, role, { clientIds: [app.customer.clientId] });
      expect(await asked()).toBe('read');
      let isTaken = false;
      const seen: { readonly late: boolean; readonly got: string }[] = [];
      const asking = Array.from({ length: 8 }, async () => {
        for (let more = 3; more > 0;) {
          const late = isTaken;
          const got = await asked();
          seen.push({ late, got });
          if (late) more -= 1;
        }
      });
      const take =
        'mutation ($id: ID!, $input: UnassignRoleInput!) { unassignRole(id: $id, input: $input) { changedCount } }';
      const taken = await app.data(admin, take, { id: role, input: { clientIds: [app.customer.clientId] } });
      isTaken = true;
      await Promise.all(asking);
      expect(taken.unassignRole.changedCount).toBe(1);
      const after = seen.filter(({ late }) => late).map(({ got }) => got);
      expect(after).toHaveLength(24);
      expect(after.filter((got) => got === 'read')).toEqual([]);
    }
  });
});
