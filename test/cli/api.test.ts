import { beforeEach, describe, expect, it } from '@jest/globals';
import { onlyCustomer, useApp } from '../support/app.ts';
import { useCli } from '../support/cli.ts';
import { createRole } from '../support/roles.ts';

const app = useApp();
const cli = useCli(app);
beforeEach(() => onlyCustomer(app));

describe('guildhall api', () => {
  it('makes, shows, changes and deletes an API', async () => {
    const identifier = 'https://orders.example.com/';
    const scopes = ['--scopes', 'orders:read orders:write'];
    const settings = [
      '--token-seconds',
      '300',
      '--signing-alg',
      'RS256',
      '--tells-roles',
      'yes',
      '--description',
      'Shop',
    ];
    const own = ['--identifier', identifier, '--name', 'Orders', ...scopes, ...settings];
    const made = await cli.run(['api', 'create', ...own, '--json']);
    const id = made.json.api_id;
    const told = {
      api_id: id,
      identifier,
      name: 'Orders',
      description: 'Shop',
      logo_uri: null,
      token_seconds: 300,
      signing_alg: 'RS256',
      allows_refresh_tokens: true,
      is_first_party: false,
      requires_role: false,
      tells_roles: true,
      tells_groups: false,
      tells_entitlements: false,
    };
    expect([made.code, made.json]).toEqual([0, told]);
    expect((await cli.run(['api', 'list', '--json'])).json.apis).toContainEqual(told);
    expect((await cli.run(['api', 'list'])).stdout).toContain(`${id}  ${identifier}  Orders`);
    await cli.run(['api', 'update', id, '--token-seconds', '', '--requires-role', 'yes', '--tells-roles', 'no']);
    const { json: shown } = await cli.run(['api', 'show', id, '--json']);
    const scope = { api_id: id, description: '', is_default: false, is_optional: false };
    const scopeIds = shown.scopes.map(({ scope_id: each }: { scope_id: string }) => each);
    expect(shown).toEqual({
      ...told,
      token_seconds: null,
      requires_role: true,
      tells_roles: false,
      scopes: [
        { ...scope, scope_id: scopeIds[0], name: 'orders:read' },
        { ...scope, scope_id: scopeIds[1], name: 'orders:write' },
      ],
    });
    expect((await cli.run(['api', 'show', id])).stdout).toMatch(/ requires role +yes[^]* scope +orders:read \(/);

    const token = await app.token('admin');
    await createRole(app, token, { kind: 'API', apiId: id, scopeIds: [scopeIds[0]] });
    const dry = await cli.run(['api', 'delete', id, '--dry-run', '--json']);
    expect(dry.json).toMatchObject({ dry_run: true, ends: { scopes: 2, clients: 0, roles: 1, grants: 0 } });
    const refused = await cli.run(['api', 'delete', id, '--json']);
    expect([refused.code, refused.json.error.code]).toEqual([1, 'API_IN_USE']);
    expect((await cli.run(['api', 'delete', id, '--confirm', identifier])).code).toBe(0);
    expect((await cli.run(['api', 'list'])).stdout).toBe(
      `00000000-0000-7000-8000-000000000001  ${app.issuer}  Guildhall\n`,
    );
  });

  it('adds, changes, gives, takes and removes scopes', async () => {
    const { clientId } = app.customer;
    const resource = 'https://files.example.com/';
    const made = await cli.run(['api', 'create', '--identifier', resource, '--name', 'Files', '--json']);
    const id = made.json.api_id;
    const add = ['api', 'add-scope', id, '--name'];
    const added = await cli.run([...add, 'files:read', '--description', 'Read', '--default', 'yes', '--json']);
    expect([added.code, added.json]).toEqual([0, { api_id: id, name: 'files:read' }]);
    await cli.run([...add, 'files:write']);
    const { json: shown } = await cli.run(['api', 'show', id, '--json']);
    const [read, write] = shown.scopes;
    expect(read).toMatchObject({ description: 'Read', is_default: true, is_optional: false });
    const changes = ['--optional', 'yes', '--default', 'no', '--name', 'files:list', '--json'];
    const changed = await cli.run(['api', 'update-scope', read.scope_id, ...changes]);
    expect(changed.json).toEqual({ ...read, name: 'files:list', is_default: false, is_optional: true });

    const give = (scopes: string) => cli.run(['api', 'give', clientId, '--scopes', scopes, '--json']);
    await give(read.scope_id);
    const both = await give(`${read.scope_id.toUpperCase()}, ${write.scope_id}`);
    expect([both.code, both.json]).toEqual([0, { client_id: clientId, scopes: [changed.json, write] }]);
    expect(await app.token('files:list')).toBeDefined();
    const taken = await cli.run(['api', 'take', clientId, '--scopes', read.scope_id, '--json']);
    expect([taken.code, taken.json]).toEqual([0, { client_id: clientId, scopes: [write] }]);
    await expect(app.token('files:list')).rejects.toThrow('invalid_scope');

    const remove = ['api', 'remove-scope', write.scope_id, '--json'];
    expect((await cli.run([...remove, '--dry-run'])).json).toEqual({
      ...write,
      dry_run: true,
      ends: { clients: 1, roles: 0 },
    });
    const refused = await cli.run(remove);
    expect([refused.code, refused.json.error.code]).toEqual([1, 'API_SCOPE_IN_USE']);
    expect((await cli.run([...remove, '--confirm', 'files:write'])).code).toBe(0);
    expect((await cli.run(['api', 'show', id, '--json'])).json.scopes).toEqual([changed.json]);
  });

  it('says what is wrong', async () => {
    const unknown = await cli.run(['api', 'show', 'x', '--json']);
    expect([unknown.code, unknown.json.error.code]).toEqual([1, 'API_NOT_FOUND']);
    const nobody = await cli.run(['api', 'give', 'nobody', '--scopes', 'x', '--json']);
    expect([nobody.code, nobody.json.error.code]).toEqual([1, 'CLIENT_NOT_FOUND']);
    const soon = ['api', 'create', '--identifier', 'orders', '--name', 'x', '--token-seconds', 'soon', '--json'];
    const bad = await cli.run(soon);
    expect([bad.code, bad.json.error.message]).toEqual([2, expect.stringMatching(/^--identifier .*--token-seconds /)]);
    const own = await cli.run(['api', 'add-scope', 'x', '--name', 'openid', '--json']);
    expect([own.code, own.json.error.message]).toEqual([2, expect.stringMatching(/^--name /)]);
  });
});
