import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { foreignKeyViolation } from '../../kernel/database.ts';
import { readFormText, readParameters } from '../../http/form.ts';
import { originOf } from '../../http/origin.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { type ClientRegistration, GRANT_TYPES, type GrantType } from '../../modules/clients/index.ts';
import { Keyring } from '../../modules/keys/index.ts';
import { authenticateClient, authenticateClientBy } from '../client-auth/authenticate-client.ts';
import { answer, endpoint, type Handler } from '../endpoint.ts';
import { OAuthError } from '../errors.ts';
import { type Award, type Grant, grants, type TokenRequest } from '../grants/index.ts';
import { parameter, type Parameters, requiredParameter } from '../parameters.ts';
import { onlyRegistered } from '../resources.ts';
import { onlyAllowed, parseScopes } from '../scopes.ts';
import { issueAccessToken } from '../tokens/access-token.ts';
import { issueIdToken } from '../tokens/id-token.ts';
import { userinfo, type Login } from '../../modules/grants/index.ts';
import { scopeClaims } from './userinfo-claims.ts';

/** `POST /oauth2/token` (RFC 6749 §3.2): the steps of every grant type, in order. */
export function tokenEndpoint(runtime: Runtime): Handler {
  return endpoint(runtime, async (request, response) => {
    const { form, wanted } = await readTokenForm(request);
    const client = await authenticate(runtime, request, form);
    const grant = permittedGrant(client, form);
    for (const name of grant.required) requiredParameter(form, name);
    const scopes = requestedScopes(grant, client, form);
    const resources = wanted && onlyRegistered(wanted, client);
    await runtime.get(Keyring).fresh();
    const now = runtime.clock.now();
    const origin = () => originOf(request);
    const gone = () => goneSignal(response);
    const award = await redeem(grant, { runtime, client, form, scopes, resources, now, origin, gone });
    answer(response, 200, await tokens(runtime, client, award, now));
  });
}

function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.closed) controller.abort();
  else response.once('close', () => controller.abort());
  return controller.signal;
}

/** RFC 8707 §2: `resource` is the only parameter that may occur more than once. */
async function readTokenForm(
  request: IncomingMessage,
): Promise<{ form: Parameters; wanted: readonly string[] | null }> {
  const fields = new URLSearchParams(await readFormText(request));
  const wanted = [...new Set(fields.getAll('resource').filter(Boolean))];
  fields.delete('resource');
  return { form: readParameters(fields), wanted: wanted.length > 0 ? wanted : null };
}

/** Authenticates the client, with the query of the grant type if it has one. */
function authenticate(runtime: Runtime, request: Request, form: Parameters): Promise<ClientRegistration> {
  const name = parameter(form, 'grant_type');
  const { findClient }: Partial<Grant> = isGrantType(name) ? grants[name] : {};
  if (!findClient) return authenticateClient(runtime, request, form);
  return authenticateClientBy(runtime, request, form, (clientId) => findClient(runtime, form, clientId));
}

const isGrantType = (name: string | undefined): name is GrantType =>
  (GRANT_TYPES as readonly (string | undefined)[]).includes(name);

function permittedGrant(client: ClientRegistration, form: Parameters): Grant {
  const name = requiredParameter(form, 'grant_type');
  if (!isGrantType(name)) throw new OAuthError('unsupported_grant_type', 'The grant_type is unknown.');
  if (!client.grantTypes.includes(name))
    throw new OAuthError('unauthorized_client', `The client is not registered for ${name}.`);
  return grants[name];
}

function requestedScopes(grant: Grant, client: ClientRegistration, form: Parameters): readonly string[] | null {
  const allowed = grant.mayAskFor(client);
  const text = parameter(form, 'scope');
  return allowed && text !== undefined ? onlyAllowed(parseScopes(text), allowed) : null;
}

async function redeem(grant: Grant, request: TokenRequest): Promise<Award> {
  try {
    return await grant.redeem(request);
  } catch (cause) {
    // The grant has ended between the check and the write.
    if (foreignKeyViolation(cause)) throw grantEnded();
    throw cause;
  }
}

const grantEnded = (): OAuthError => new OAuthError('invalid_grant', 'The grant has ended.');

/** RFC 6749 §5.1, OIDC Core §3.1.3.3: the answer, without the scopes that the client has lost since the grant. */
async function tokens(
  runtime: Runtime,
  client: ClientRegistration,
  { scopes: granted, resources, login }: Award,
  now: Date,
): Promise<object> {
  const scopes = login
    ? onlyAllowed(
        granted.filter((scope) => client.scopes.includes(scope)),
        new Set(granted),
      )
    : granted;
  const bearer = { clientId: client.id, customerId: client.customerId, scopes, resources, ...(login && { login }) };
  const { token: accessToken, expiresIn } = issueAccessToken(runtime, bearer, now);
  const answered = { access_token: accessToken, token_type: 'Bearer', expires_in: expiresIn, scope: scopes.join(' ') };
  if (!login) return answered;
  const { nonce, refreshToken } = login;
  const withRefreshToken = refreshToken === null ? answered : { ...answered, refresh_token: refreshToken };
  if (!scopes.includes('openid')) return withRefreshToken;
  const { id: clientId, idTokenSignedResponseAlg: algorithm } = client;
  const groups = scopes.includes('groups') ? login.groups : null;
  const claims = client.idTokenClaims ? await claimsOfUser(runtime, login, scopes) : {};
  const contents = { clientId, algorithm, accessToken, nonce, groups, claims };
  return { ...withRefreshToken, id_token: issueIdToken(runtime, login, contents, now) };
}

/** OIDC Core §5.4: the claims of the scopes, read by userinfo's statement. */
async function claimsOfUser(runtime: Runtime, login: Login, scopes: readonly string[]): Promise<object> {
  const { grantId, userId, sessionId } = login;
  const user = await runtime.db.lookUp(userinfo, { grantId, userId, sessionId });
  if (!user) throw grantEnded();
  return scopeClaims(user, scopes);
}
