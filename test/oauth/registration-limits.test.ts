import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { authorizePath } from '../support/builders.ts';
import { METADATA, newRegistered } from '../support/registrations.ts';

const app = useApp({ CLIENT_REGISTRATION: 'on' });
let admin: string;
beforeAll(async () => {
  admin = await app.token('admin');
});

const registered = async (policy: object = {}, metadata: object = {}) =>
  (await newRegistered(app, admin, { policy, metadata })).body;

describe('a client that registers itself', () => {
  it('OIDC Core §3.1.2.6: answers prompt=none by a redirect where an administrator has named the host', async () => {
    const asked = async (redirectHosts: string[], redirect_uri: string) => {
      const made = await registered({ redirectHosts }, { redirect_uris: [redirect_uri] });
      const client = { id: made.client_id, redirectUris: made.redirect_uris };
      return app.send('GET', authorizePath(client as never, { prompt: 'none' }));
    };
    for (const [hosts, uri] of [
      [['ledger.partner.example'], METADATA.redirect_uris[0]!],
      [['com.partner.app:'], 'com.partner.app:/callback'],
      [['localhost'], 'http://localhost:4321/callback'],
    ] as const) {
      const { status, headers } = await asked([...hosts], uri);
      const location = headers.get('location') ?? '';
      expect([status, location.startsWith(uri), location.includes('error=login_required')]).toEqual([303, true, true]);
    }
    for (const hosts of [['*.partner.example'], ['*']]) {
      const { status, text } = await asked(hosts, METADATA.redirect_uris[0]!);
      expect([status, text.includes('You have to sign in yourself'), text.includes('login_required')]).toEqual([
        400,
        true,
        true,
      ]);
    }
  });

  it('RFC 7591 §3.2.1: leaves out what the token does not allow, and says so', async () => {
    const made = await registered(
      { grantTypes: ['AUTHORIZATION_CODE', 'REFRESH_TOKEN'] },
      {
        grant_types: [
          'refresh_token',
          'urn:ietf:params:oauth:grant-type:device_code',
          'authorization_code',
          'implicit',
        ],
        response_types: ['code', 'token'],
        scope: 'email read:data admin openid',
        authorization_details_types: ['payment'],
      },
    );
    expect(made).toMatchObject({
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'openid email',
    });
    expect(made).not.toHaveProperty('authorization_details_types');
    for (const scope of ['something', 'admin', '', ' '])
      expect((await registered({}, { scope })).scope).toBe('openid profile email');
  });

  it('needs neither PKCE nor a nonce where the administrator says so, unless it is public', async () => {
    const plain = { code_challenge: undefined, code_challenge_method: undefined, nonce: undefined };
    const asked = async (policy: object, metadata: object = {}) => {
      const made = await registered({ redirectHosts: ['ledger.partner.example'], ...policy }, metadata);
      const client = { id: made.client_id, redirectUris: made.redirect_uris };
      return (await app.send('GET', authorizePath(client as never, plain))).headers.get('location');
    };
    expect(await asked({})).toContain('error=invalid_request');
    expect(await asked({ requireNonce: false })).toContain('/login?');
    expect(await asked({ requireNonce: false }, { token_endpoint_auth_method: 'none' })).toContain(
      'code_challenge+is+missing',
    );
  });

  it('takes an empty text for nothing', async () => {
    const empty = {
      client_name: '',
      scope: '',
      logo_uri: '',
      tos_uri: '',
      client_uri: '',
      jwks_uri: '',
      software_id: '',
    };
    const made = await registered({}, empty);
    expect([made.client_name, made.scope]).toEqual(['Unnamed application', 'openid profile email']);
    for (const member of ['logo_uri', 'tos_uri', 'client_uri', 'jwks_uri', 'software_id'])
      expect(made).not.toHaveProperty(member);
  });
});
