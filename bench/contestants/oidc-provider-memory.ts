/** oidc-provider as it comes, with everything in its own memory: users sign in, and applications use their tokens. */
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { ready, receiveSetup } from './setup.ts';

const setup = await receiveSetup();
const { application } = setup;
const signingKey = createPrivateKey({ key: Buffer.from(setup.signingKey, 'base64'), format: 'der', type: 'pkcs8' });
const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = (key: typeof rsa, alg: string) => ({ ...key.export({ format: 'jwk' }), alg, use: 'sig' });
const INTERACTION = '/interaction/';

const provider = new Provider(setup.issuer, {
  jwks: { keys: [jwk(signingKey, 'ES256'), jwk(rsa, 'RS256')] },
  clients: [
    {
      client_id: application.clientId,
      client_secret: application.clientSecret,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: [application.redirectUri],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  routes: { authorization: '/oauth2/authorize', token: '/oauth2/token', introspection: '/oauth2/introspect' },
  claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
  findAccount: (_context, accountId) => ({
    accountId,
    claims: () => ({ sub: accountId, name: 'Some Body', email: 'user@example.com', email_verified: true }),
  }),
  async loadExistingGrant({ oidc }) {
    const known = oidc.session!.grantIdFor(application.clientId);
    const existing = known && (await oidc.provider.Grant.find(known));
    if (existing) return existing;
    const grant = new oidc.provider.Grant({ accountId: oidc.session!.accountId!, clientId: application.clientId });
    grant.addOIDCScope('openid profile email');
    await grant.save();
    return grant;
  },
  interactions: { url: (_context, { uid }) => INTERACTION + uid },
  rotateRefreshToken: true,
  issueRefreshToken: () => Promise.resolve(true),
  cookies: { keys: ['bench'] },
  ttl: { AccessToken: 900, AuthorizationCode: 60, Grant: 86_400, IdToken: 900, RefreshToken: 86_400, Session: 86_400 },
  features: { devInteractions: { enabled: false }, introspection: { enabled: true } },
});
provider.proxy = true;

const answer = provider.callback();
const signIn = (request: IncomingMessage, response: ServerResponse): Promise<void> =>
  provider.interactionFinished(request, response, { login: { accountId: setup.userId } });

const server = createServer((request, response) => {
  if (request.url?.startsWith(INTERACTION)) void signIn(request, response);
  else void answer(request, response);
});
server.listen(0, '127.0.0.1', () => ready({ port: (server.address() as AddressInfo).port }));
