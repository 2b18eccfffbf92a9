import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '#product';
import { type Answer, TestApp, useApp } from '../support/app.ts';
import { buildClient } from '../support/builders.ts';
import { type Certified, Certificates, WRITTEN } from '../support/certificates.ts';
import { askForTokens } from '../support/logins.ts';

const NAMES = 'DNS:client.example.com';
const SUBJECT = '/O=Acme/CN=client';
const forClients = 'extendedKeyUsage=clientAuth';

const certificates = await Certificates.open();
const authority = await certificates.authority();
const ON = {
  CLIENT_CERTIFICATE_HEADER: 'X-Client-Certificate',
  CLIENT_CERTIFICATE_FORMAT: 'haproxy',
  CLIENT_CERTIFICATE_AUTHORITIES: authority.certificate,
  TRUST_PROXY: 'loopback',
};
const app = useApp(ON);

const clientOf = (given: Partial<Client> = {}): Promise<Client> =>
  buildClient(app, {
    type: 'confidential',
    tokenEndpointAuthMethod: 'tls_client_auth',
    tlsClientSubject: 'dns:client.example.com',
    grantTypes: ['client_credentials'],
    ...given,
  });

let client: Client;
beforeAll(async () => {
  client = await clientOf();
});
afterAll(() => certificates.close());

const ask = ({ id }: Client, certified: Certified): Promise<Answer> =>
  askForTokens(
    app,
    { grant_type: 'client_credentials', client_id: id, scope: 'read' },
    { 'x-client-certificate': WRITTEN.haproxy(certified) },
  );
const outcome = ({ status, body }: Answer) => [status, body?.error];
const GOOD = [200, undefined];
const REFUSED = [401, 'invalid_client'];

describe('the certificate of a client', () => {
  it.each([
    ['an unknown one that is critical', ['1.2.3.4=critical,DER:0500'], REFUSED],
    ['an unknown one that is not critical', ['1.2.3.4=DER:0500'], GOOD],
    ['critical policies', ['certificatePolicies=critical,1.2.3.4'], REFUSED],
    ['critical name constraints', ['nameConstraints=critical,permitted;DNS:.example.com'], REFUSED],
    ['a critical usage for signatures', ['keyUsage=critical,digitalSignature', forClients], GOOD],
    ['a usage for certificates alone', ['keyUsage=critical,keyCertSign'], REFUSED],
    ['critical usages of other kinds', ['extendedKeyUsage=critical,serverAuth'], REFUSED],
    ['a critical usage for clients', ['extendedKeyUsage=critical,clientAuth'], GOOD],
  ])('RFC 5280 §4.2: with extensions: %s', async (_, extensions, expected) => {
    const given = { subject: SUBJECT, names: NAMES, extensions };
    expect(outcome(await ask(client, await certificates.make({ ...given, by: authority })))).toEqual(expected);
  });

  it('RFC 5280 §4.2: reads alternative names that are critical', async () => {
    const extensions = ['subjectAltName=critical,DNS:client.example.com'];
    const made = await certificates.make({ subject: '/CN=x', by: authority, extensions });
    expect(outcome(await ask(client, made))).toEqual(GOOD);
  });

  it.each([
    ['name constraints', 'nameConstraints=critical,permitted;DNS:.partner.example'],
    ['name constraints that are not critical', 'nameConstraints=permitted;DNS:.partner.example'],
    ['another critical extension', '1.2.3.4=critical,DER:0500'],
    ['a usage for servers', 'extendedKeyUsage=serverAuth'],
  ])('RFC 5280 §4.2.1.10: no server starts with an authority with %s', async (_, extension) => {
    const extensions = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign', extension];
    const limited = await certificates.make({ subject: '/CN=Partner', extensions });
    const broken = new TestApp({ ...ON, CLIENT_CERTIFICATE_AUTHORITIES: limited.certificate });
    await expect(broken.start()).rejects.toThrow(/CLIENT_CERTIFICATE_AUTHORITIES: .* without name constraints/);
  });

  it('RFC 5280 §4.2: is refused with a critical extension that is not processed', async () => {
    const odd = await certificates.make({ subject: SUBJECT, extensions: ['1.2.3.4=critical,DER:0500'] });
    const own = await clientOf({
      tokenEndpointAuthMethod: 'self_signed_tls_client_auth',
      tlsClientSubject: null,
      jwks: { keys: [odd.jwk] },
    });
    expect(outcome(await ask(own, odd))).toEqual(REFUSED);
  });
});
