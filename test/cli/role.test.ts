import { beforeEach, describe, expect, it } from '@jest/globals';
import { onlyCustomer, useApp } from '../support/app.ts';
import { buildUser } from '../support/builders.ts';
import { useCli } from '../support/cli.ts';
import { insertApi } from '../support/roles.ts';

const app = useApp();
const cli = useCli(app);
beforeEach(() => onlyCustomer(app));

describe('guildhall role', () => {
  it('makes, shows, changes, gives, takes and deletes a role', async () => {
    const api = await insertApi(app, ['orders:read', 'orders:write']);
    const user = await buildUser(app);
    const { clientId } = app.customer;
    const own = ['--name', 'clerk', '--api', api.id, '--description', 'Orders'];
    const made = await cli.run(['role', 'create', ...own, '--scopes', api.scopeIds.join(), '--json']);
    const id = made.json.role_id;
    const told = { role_id: id, kind: 'api', api_id: api.id, name: 'clerk', description: 'Orders' };
    expect([made.code, made.json]).toEqual([0, told]);
    expect((await cli.run(['role', 'list', '--json'])).json.roles).toEqual([told]);
    await cli.run(['role', 'update', id, '--scopes', api.scopeIds[0]!]);
    const until = '2099-01-31T12:00:00.000Z';
    const gift = ['role', 'assign', id, '--users', user.email, '--clients', `${clientId},nobody`, '--until', until];
    const given = await cli.run([...gift, '--json']);
    expect([given.code, given.json.results]).toEqual([
      1,
      [
        { kind: 'user', id: user.id, changed: true, error: null },
        { kind: 'client', id: clientId, changed: true, error: null },
        { kind: 'client', id: 'nobody', changed: false, error: 'CLIENT_NOT_FOUND' },
      ],
    ]);
    const { json: shown } = await cli.run(['role', 'show', id, '--json']);
    expect(shown).toEqual({
      ...told,
      permissions: [{ scope_id: api.scopeIds[0], api_id: api.id, name: 'orders:read' }],
      assignments: [
        { kind: 'user', id: user.id, organization_id: null, expires_at: until },
        { kind: 'client', id: clientId, organization_id: null, expires_at: until },
      ],
    });
    const { json: taken } = await cli.run(['role', 'unassign', id, '--users', user.email, '--json']);
    expect(taken.results).toEqual([{ kind: 'user', id: user.id, changed: true, error: null }]);
    const dry = await cli.run(['role', 'delete', id, '--dry-run', '--json']);
    expect(dry.json).toEqual({ ...told, dry_run: true, holders: { users: 0, groups: 0, clients: 1 } });
    const refused = await cli.run(['role', 'delete', id, '--json']);
    expect([refused.code, refused.json.error.code]).toEqual([1, 'ROLE_IN_USE']);
    expect((await cli.run(['role', 'delete', id, '--confirm', 'clerk'])).code).toBe(0);
    expect((await cli.run(['role', 'list'])).stdout).toContain('There are no roles.');
  });

  it('says what is wrong', async () => {
    const unknown = await cli.run(['role', 'show', 'x', '--json']);
    expect([unknown.code, unknown.json.error.code]).toEqual([1, 'ROLE_NOT_FOUND']);
    const noTime = await cli.run(['role', 'assign', 'x', '--clients', 'y', '--until', 'soon', '--json']);
    expect([noTime.code, noTime.json.error.message]).toEqual([2, expect.stringMatching(/^--until /)]);
  });
});
