import { beforeEach, describe, expect, it } from '@jest/globals';
import { onlyCustomer, useApp } from '../support/app.ts';
import { useCli } from '../support/cli.ts';

const app = useApp();
const cli = useCli(app);
beforeEach(async () => {
  await onlyCustomer(app);
  await app.server.database.pool.query('delete from clients where id <> $1', [app.customer.clientId]);
});

describe('guildhall client', () => {
  it('gives a service client whose secret is lost another, with which it works', async () => {
    const { clientId } = app.customer;
    const { json: listed } = await cli.run(['client', 'list', '--json']);
    expect(listed.clients).toEqual([
      {
        client_id: clientId,
        client_name: 'Service account',
        client_type: 'confidential',
        grant_types: ['client_credentials'],
        scopes: ['read', 'write', 'admin'],
        redirect_uris: [],
        documents: null,
      },
    ]);
    const { code, json } = await cli.run(['client', 'rotate-secret', clientId, '--json']);
    expect([code, json.client_id, json.client_secret]).toEqual([0, clientId, expect.stringMatching(/^ghs_/)]);
    await expect(app.token('read')).rejects.toThrow('invalid_client');
    expect(await app.token('admin', { clientId, clientSecret: json.client_secret })).toBeDefined();
    const { rows } = await app.server.database.pool.query(
      `select actor_type from audit_events where action = 'client.secret_rotated' and subject_id = $1`,
      [clientId],
    );
    expect(rows).toEqual([{ actor_type: 'system' }]);
  });

  it('makes service clients and applications, and says the secret once', async () => {
    const { json: service } = await cli.run(['client', 'create', '--name', 'Nightly job', '--json']);
    const made = { clientId: service.client_id, clientSecret: service.client_secret };
    expect(await app.token('read write admin', made)).toBeDefined();
    const given = ['--name', 'Limited', '--documents', 'ListGroups, WhoAmI'];
    const { json: limited } = await cli.run(['client', 'create', ...given, '--json']);
    const { json: all } = await cli.run(['client', 'list', '--json']);
    expect(all.clients).toContainEqual(
      expect.objectContaining({ client_id: limited.client_id, documents: ['ListGroups', 'WhoAmI'] }),
    );
    const uri = 'http://127.0.0.1:9000/callback';
    const { json: application } = await cli.run([
      'client',
      'create',
      '--name',
      'Ledger',
      '--redirect-uri',
      uri,
      '--json',
    ]);
    await expect(
      app.token('read', { clientId: application.client_id, clientSecret: application.client_secret }),
    ).rejects.toThrow('unauthorized_client');
    const { stdout } = await cli.run(['client', 'list']);
    expect(stdout).toMatch(new RegExp(`${application.client_id} .*authorization_code.* Ledger`));
    expect(stdout).not.toContain(application.client_secret);
  });

  it('refuses an unknown client, a bad address, and to guess the customer where there are several', async () => {
    const unknown = await cli.run(['client', 'rotate-secret', 'nobody', '--json']);
    expect([unknown.code, unknown.json.error.code]).toEqual([1, 'CLIENT_NOT_FOUND']);
    const bad = await cli.run(['client', 'create', '--name', 'x', '--redirect-uri', 'ftp://x', '--json']);
    expect([bad.code, bad.json.error.message]).toEqual([2, expect.stringMatching(/^--redirect-uri /)]);
    const other = await app.newCustomer('Other');
    const asked = await cli.run(['client', 'rotate-secret', other.clientId, '--json']);
    expect([asked.code, asked.json.error.code]).toEqual([1, 'CUSTOMER_NEEDED']);
    const elsewhere = await cli.run([
      'client',
      'rotate-secret',
      app.customer.clientId,
      '--customer',
      'Other',
      '--json',
    ]);
    expect([elsewhere.code, elsewhere.json.error.code]).toEqual([1, 'CLIENT_NOT_FOUND']);
    const named = await cli.run(['client', 'rotate-secret', other.clientId, '--customer', 'Other', '--json']);
    expect(named.json.client_secret).toMatch(/^ghs_/);
  });
});
