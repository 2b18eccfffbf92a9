import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { manage, METADATA, newRegistered, newToken, register } from '../support/registrations.ts';

const app = useApp({ NODE_ENV: 'development', CLIENT_REGISTRATION: 'on' });
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
let system: string;
beforeAll(async () => {
  system = await app.token('read write admin');
});

describe('a client that registers itself with pairwise subjects', () => {
  let body: unknown = [];
  const asked: string[] = [];
  const documents = createServer((request, response) => {
    asked.push(request.url!);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  let address: string;
  const policy = { redirectHosts: ['*.partner.example', 'localhost'] };
  beforeAll(async () => {
    await new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve));
    address = `http://localhost:${(documents.address() as AddressInfo).port}/list.json`;
  });
  afterAll(() => void documents.close());
  const uris = ['https://one.partner.example/callback', 'https://two.partner.example/callback'];
  const pairwise = (given: object = {}) => ({ ...METADATA, subject_type: 'pairwise', ...given });

  it('OIDC Core §8.1: without an address, the host of its redirect URIs is the sector, if its token names that host', async () => {
    const named = { ...policy, redirectHosts: [...policy.redirectHosts, 'ledger.partner.example'] };
    const registered = await newRegistered(app, system, { policy: named, metadata: pairwise() });
    expect(registered.body.subject_type).toBe('pairwise');
    const [stored] = await rows('select sector from clients where id = $1', registered.body.client_id);
    expect(stored.sector).toBe('ledger.partner.example');
    const { secret } = await newToken(app, system, policy);
    const refused = await register(app, secret, pairwise({ redirect_uris: uris }));
    expect(refused.body.error).toBe('invalid_client_metadata');
    expect(refused.body.error_description).toContain('sector_identifier_uri');
  });

  it('OIDC Core §8.1: its address has to list all its redirect URIs, at every registration', async () => {
    const { secret } = await newToken(app, system, { ...policy, clientsMax: 20 });
    const ask = () => register(app, secret, pairwise({ redirect_uris: uris, sector_identifier_uri: address }));
    for (const wrong of [[], [uris[0]], { uris }, 'https://one.partner.example/callback', null]) {
      body = wrong;
      expect((await ask()).body).toMatchObject({ error: 'invalid_client_metadata' });
    }
    body = [...uris, 'https://three.partner.example/'];
    const answer = await ask();
    expect(answer.body).toMatchObject({ subject_type: 'pairwise', sector_identifier_uri: address });
    const registered = { tokenId: '', body: answer.body };
    const metadata = pairwise({ client_id: answer.body.client_id, sector_identifier_uri: address });
    const changed = (redirect_uris: string[]) => manage(app, 'PUT', registered, { ...metadata, redirect_uris });
    expect((await changed([...uris, 'https://four.partner.example/'])).status).toBe(400);
    expect((await changed([uris[0]!])).status).toBe(200);
  });

  it('cannot claim a host that nobody has named, whether its token allows all hosts or those below one', async () => {
    for (const redirectHosts of [['*'], ['*.partner.example']]) {
      const { secret } = await newToken(app, system, { redirectHosts });
      const refused = await register(app, secret, pairwise());
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_client_metadata']);
      expect(refused.body.error_description).toContain('sector_identifier_uri must be given');
    }
  });

  it('does not move to the host of somebody else where an administrator has made it pairwise', async () => {
    const registered = await newRegistered(app, system, { policy: { redirectHosts: ['*'] } });
    const { client_id: id } = registered.body;
    const update =
      'mutation ($id: ID!, $input: UpdateClientInput!) { updateClient(id: $id, input: $input) { client { id } } }';
    await app.data(system, update, { id, input: { subjectType: 'PAIRWISE' } });
    const change = (given: object) => manage(app, 'PUT', registered, { ...METADATA, client_id: id, ...given });
    expect((await change({ client_name: 'Ledger 2' })).body).toMatchObject({ subject_type: 'pairwise' });
    const refused = await change({ redirect_uris: ['https://bank.example/callback'] });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_client_metadata']);
    const [stored] = await rows('select sector from clients where id = $1', id);
    expect(stored.sector).toBe('ledger.partner.example');
  });

  it('reads no address that its initial access token does not allow, and takes no sector for a device', async () => {
    const { secret } = await newToken(app, system, {
      ...policy,
      grantTypes: ['AUTHORIZATION_CODE', 'DEVICE_CODE'],
    });
    const before = asked.length;
    body = METADATA.redirect_uris;
    const elsewhere = address.replace('localhost', '127.0.0.1');
    expect((await register(app, secret, pairwise({ sector_identifier_uri: elsewhere }))).status).toBe(400);
    expect(asked.length).toBe(before);
    const device = {
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
      redirect_uris: [],
      sector_identifier_uri: address,
    };
    const refused = await register(app, secret, pairwise(device));
    expect(refused.body.error_description).toContain('subject_type cannot be pairwise');
  });
});
