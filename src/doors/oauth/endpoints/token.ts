import { isOwnScope } from '../../../ground/kernel/access.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { identify } from '../../../ground/kernel/activity.ts';
import { foreignKeyViolation } from '../../../ground/kernel/database.ts';
import { AppError } from '../../../ground/kernel/errors.ts';
import { Meter } from '../../../ground/kernel/meter.ts';
import { readFormText, readParameters } from '../../../ground/http/form.ts';
import { originOf } from '../../../ground/http/origin.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import {
  type ClientRegistration,
  GRANT_TYPES,
  type GrantType,
  TOKEN_EXCHANGE,
} from '../../../modules/clients/index.ts';
import { Keyring } from '../../../modules/keys/index.ts';
import { authenticateClientBy, readClient } from '../client-auth/authenticate-client.ts';
import { beforeClient } from '../cors.ts';
import { demandProof, proofOf, redeemed, redeemProof, type PresentedProof } from '../dpop/token-request.ts';
import { answer, endpoint, type Handler } from '../endpoint.ts';
import { OAuthError } from '../errors.ts';
import { ACCESS_TOKEN, type GrantResult, type Grant, grants, type TokenRequest } from '../grants/index.ts';
import { certificateToBind } from '../mtls/bound-tokens.ts';
import { parameter, type Parameters, requiredParameter } from '../parameters.ts';
import { asMember, requestedDetails } from '../authorization-details.ts';
import { onlyRegistered } from '../resources.ts';
import { onlyAllowed, parseScopes } from '../scopes.ts';
import { issueAccessToken } from '../tokens/access-token.ts';
import { issueIdToken } from '../tokens/id-token.ts';
import { userinfo, type Login, type UserinfoRow } from '../../../modules/grants/index.ts';
import { Subjects } from '../../../modules/subjects/index.ts';
import { bearerOf, idTokenContents, needsUser } from './token-contents.ts';

/** `POST /oauth2/token` (RFC 6749 §3.2): the steps of every grant type, in order. */
export function tokenEndpoint(runtime: Runtime): Handler {
  const meter = runtime.get(Meter);
  return endpoint(runtime, async (request, response) => {
    const asked = await readTokenForm(request);
    await counted(meter, asked.form, () => answerTokens(runtime, request, response, asked));
  });
}

interface TokenForm {
  readonly form: Parameters;
  readonly wanted: readonly string[] | null;
}

async function answerTokens(
  runtime: Runtime,
  request: Request,
  response: Response,
  { form, wanted }: TokenForm,
): Promise<void> {
  const proof = await beforeClient(runtime, request, () => proofOf(runtime, request));
  const client = await authenticate(runtime, request, form, proof);
  demandProof(client, proof);
  const x5t = certificateToBind(runtime, client, request);
  const grant = permittedGrant(client, form);
  for (const name of grant.required) requiredParameter(form, name);
  const scopes = requestedScopes(grant, client, form);
  const resources = wanted && onlyRegistered(wanted, client);
  const details = requestedDetails(runtime.settings, client, parameter(form, 'authorization_details'));
  await runtime.get(Keyring).fresh();
  const now = runtime.clock.now();
  const origin = () => originOf(request);
  const gone = () => goneSignal(response);
  const jkt = proof && proof.jkt;
  // A client that has not proved itself does so by what it redeems.
  const isProved = client.type === 'confidential' && grant.provesClient !== true;
  if (isProved) await redeemProof(runtime, client, proof);
  const award = await redeem(grant, { runtime, client, form, scopes, resources, details, jkt, x5t, now, origin, gone });
  await redeemProof(runtime, client, proof);
  identify({ userId: award.login?.userId });
  answer(response, 200, await tokens(runtime, client, award, { jkt, x5t }, now));
}

/** Reports how the request went, if anybody listens. */
async function counted({ listener }: Meter, form: Parameters, work: () => Promise<void>): Promise<void> {
  if (!listener) return work();
  const name = parameter(form, 'grant_type');
  const grant = isGrantType(name) ? name : 'unknown';
  try {
    await work();
    listener.token(grant, 'issued');
  } catch (fault) {
    listener.token(
      grant,
      fault instanceof OAuthError ? fault.code : fault instanceof AppError ? fault.kind : 'server_error',
    );
    throw fault;
  }
}

function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.closed) controller.abort();
  else response.once('close', () => controller.abort());
  return controller.signal;
}

/**
 * RFC 8707 §2, RFC 8693 §2.1: only `resource` may occur more than once, and `audience`, which names resources of an
 * exchange.
 */
async function readTokenForm(request: IncomingMessage): Promise<TokenForm> {
  const fields = new URLSearchParams(await readFormText(request));
  const names = fields.get('grant_type') === TOKEN_EXCHANGE ? ['resource', 'audience'] : ['resource'];
  const wanted = [...new Set(names.flatMap((name) => fields.getAll(name)).filter(Boolean))];
  for (const name of names) fields.delete(name);
  return { form: readParameters(fields), wanted: wanted.length > 0 ? wanted : null };
}

/** Authenticates the client, with the query of the grant type if it has one, and redeems its proof of possession. */
async function authenticate(
  runtime: Runtime,
  request: Request,
  form: Parameters,
  proof: PresentedProof | null,
): Promise<ClientRegistration> {
  const name = parameter(form, 'grant_type');
  const { findClient = readClient, provesClient = false }: Partial<Grant> = isGrantType(name) ? grants[name] : {};
  const find = (id: string, isKnown: boolean) => findClient(runtime, form, id, proof, isKnown);
  return redeemed(await authenticateClientBy(runtime, request, form, find, provesClient));
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
  if (!allowed || text === undefined) return null;
  // Of the scopes of APIs, a client gets fewer than it asks for. For one of this server that it may not have, it is refused.
  const asked = parseScopes(text, client.apis).filter((scope) => isOwnScope(scope) || allowed.has(scope));
  return onlyAllowed(asked, allowed);
}

async function redeem(grant: Grant, request: TokenRequest): Promise<GrantResult> {
  try {
    return await grant.redeem(request);
  } catch (cause) {
    // The grant has ended between the check and the write.
    if (foreignKeyViolation(cause)) throw grantEnded();
    throw cause;
  }
}

const grantEnded = (): OAuthError => new OAuthError('invalid_grant', 'The grant has ended.');

/** RFC 6749 §5.1, OIDC Core §3.1.3.3: the answer. */
async function tokens(
  runtime: Runtime,
  client: ClientRegistration,
  award: GrantResult,
  { jkt, x5t }: Pick<TokenRequest, 'jkt' | 'x5t'>,
  now: Date,
): Promise<object> {
  const { scopes, login, exchange } = award;
  const view = await runtime.get(Subjects).of(client);
  const bearer = { ...bearerOf(runtime, client, award, view), jkt, x5t };
  const { token: accessToken, expiresIn } = await issueAccessToken(runtime, bearer, now);
  // RFC 9449 §5
  const type = jkt === null ? 'Bearer' : 'DPoP';
  const answered = {
    access_token: accessToken,
    token_type: type,
    expires_in: expiresIn,
    scope: scopes.join(' '),
    ...asMember(bearer.details ?? []),
  };
  // RFC 8693 §2.2.1
  if (exchange) return { ...answered, issued_token_type: ACCESS_TOKEN };
  if (!login) return answered;
  const { refreshToken } = login;
  const withRefreshToken = refreshToken === null ? answered : { ...answered, refresh_token: refreshToken };
  if (!scopes.includes('openid')) return withRefreshToken;
  const user = needsUser(client, login) ? await userOf(runtime, login) : null;
  const contents = { ...idTokenContents(client, login, { scopes, view }, user), accessToken };
  return { ...withRefreshToken, id_token: await issueIdToken(runtime, login, contents, now) };
}

/** OIDC Core §5.4, §5.5: the claims of the scopes and those requested by name, read by userinfo's statement. */
async function userOf(runtime: Runtime, { grantId, userId, sessionId }: Login): Promise<UserinfoRow> {
  const user = await runtime.db.lookUp(userinfo, { grantId, userId, sessionId });
  if (!user) throw grantEnded();
  return user;
}
