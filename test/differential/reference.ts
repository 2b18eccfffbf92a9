import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ClientMetadata, type Configuration, Provider } from 'oidc-provider';
import {
  AFTER_LOGOUT,
  API_SCOPES,
  CALLBACK,
  CLIENT_IDS,
  type ClientId,
  type Decision,
  grantTypesOf,
  keysOf,
  Party,
  SECRET,
  USER_SCOPES,
} from './party.ts';

const ACCOUNT = 'the-user';
const INTERACTION = '/interaction/';

/** oidc-provider, set up as alike as it can be; whoever is asked to sign in is signed in at once. */
export class Reference extends Party {
  private server: Server | undefined;
  private port = 0;

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
    const provider = new Provider(this.issuer, configuration(this.issuer, this.initialAccessToken));
    const answer = provider.callback();
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (request.url?.startsWith(INTERACTION)) void interact(provider, request, response);
      else void answer(request, response);
    });
  }

  async stop(): Promise<void> {
    const { server } = this;
    server?.closeAllConnections();
    if (server) await new Promise((done) => server.close(done));
  }

  /** It has no pages. */
  protected async goOn(): Promise<void> {}

  async decide(userCode: string, decision: Decision): Promise<void> {
    await this.browser.open('/device');
    await this.browser.submit({ user_code: userCode });
    const { html } = await this.browser.submit(decision === 'allow' ? {} : { abort: 'yes' });
    if (!html.includes(decision === 'allow' ? 'Success' : 'interrupted')) throw new Error(`Not decided: ${html}`);
  }
}

async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { prompt, params } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login')
    return provider.interactionFinished(request, response, { login: { accountId: ACCOUNT, amr: ['pwd'] } });
  const grant = new provider.Grant({ accountId: ACCOUNT, clientId: String(params['client_id']) });
  grant.addOIDCScope(USER_SCOPES.join(' '));
  const consent = { grantId: await grant.save() };
  return provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
}

const configuration = (issuer: string, initialAccessToken: string): Configuration => ({
  clients: CLIENT_IDS.map(clientOf),
  jwks: { keys: [key('ec', 'ES256'), key('rsa', 'RS256')] },
  scopes: ['openid', 'offline_access', ...API_SCOPES],
  claims: {
    openid: ['sub', 'groups'],
    profile: ['name', 'given_name', 'family_name', 'preferred_username', 'picture', 'updated_at'],
    email: ['email', 'email_verified'],
    acr: null,
    amr: null,
    auth_time: null,
    sid: null,
    iss: null,
  },
  findAccount: (_ctx, accountId) => ({
    accountId,
    claims: () =>
      Promise.resolve({
        sub: accountId,
        groups: [],
        name: 'Some Body',
        updated_at: 1,
        email: 'user@example.com',
        email_verified: false,
      }),
  }),
  // Only one client asks; the others' users are taken to agree.
  async loadExistingGrant(ctx) {
    const clientId = ctx.oidc.client!.clientId;
    const known = ctx.oidc.session!.grantIdFor(clientId);
    const existing = known && (await ctx.oidc.provider.Grant.find(known));
    if (existing) return existing;
    if (clientId === 'asking') return undefined;
    const grant = new ctx.oidc.provider.Grant({ accountId: ctx.oidc.session!.accountId!, clientId });
    grant.addOIDCScope(USER_SCOPES.join(' '));
    await grant.save();
    return grant;
  },
  responseTypes: ['code'],
  enableHttpPostMethods: true,
  cookies: { keys: ['a key of the cookies'], long: { sameSite: 'none' } },
  interactions: { url: (_ctx, { uid }) => INTERACTION + uid },
  pkce: { required: (_ctx, { clientId }) => clientId !== 'loose' },
  rotateRefreshToken: true,
  issueRefreshToken: (_ctx, client) => Promise.resolve(client.grantTypeAllowed('refresh_token')),
  ttl: {
    AccessToken: 900,
    AuthorizationCode: 60,
    ClientCredentials: 900,
    Grant: 86_400,
    IdToken: 900,
    Interaction: 3600,
    RefreshToken: 86_400,
    Session: 86_400,
  },
  renderError(ctx, out) {
    ctx.type = 'html';
    ctx.body = `${out.error} ${out.error_description}`;
  },
  features: {
    devInteractions: { enabled: false },
    deviceFlow: { enabled: true },
    dPoP: { enabled: true, nonceSecret: randomBytes(32), requireNonce: ({ method }) => method === 'POST' },
    clientCredentials: { enabled: true },
    claimsParameter: { enabled: true },
    requestObjects: { enabled: true },
    registration: { enabled: true, initialAccessToken },
    registrationManagement: { enabled: true, rotateRegistrationAccessToken: false },
    introspection: { enabled: true },
    revocation: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, { clientId }) => (clientId === 'service' ? issuer : []),
      getResourceServerInfo: () => ({
        scope: API_SCOPES.join(' '),
        audience: issuer,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
});

function clientOf(id: ClientId): ClientMetadata {
  const isService = id === 'service';
  return {
    client_id: id,
    ...(id !== 'native' && { client_secret: SECRET }),
    token_endpoint_auth_method: id === 'native' ? 'none' : 'client_secret_post',
    ...(keysOf(id) && { jwks: keysOf(id)! }),
    redirect_uris: isService ? [] : [CALLBACK],
    post_logout_redirect_uris: isService ? [] : [AFTER_LOGOUT],
    response_types: isService ? [] : ['code'],
    grant_types: grantTypesOf(id),
    scope: (isService ? API_SCOPES : USER_SCOPES).join(' '),
  };
}

function key(type: 'ec' | 'rsa', alg: string) {
  const { privateKey } =
    type === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), alg, use: 'sig' };
}
