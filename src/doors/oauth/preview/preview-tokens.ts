import { newId } from '../../../ground/kernel/ids.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { claimMappings } from '../../../modules/attributes/index.ts';
import { clientRegistration, introspectSupposed, type ClientRegistration } from '../../../modules/clients/index.ts';
import { readSupposed, type SupposedGrant, type UserinfoRow } from '../../../modules/grants/index.ts';
import type { PreviewedRequest, TokenPreview } from '../../../modules/previews/index.ts';
import { Subjects } from '../../../modules/subjects/index.ts';
import { withoutDeclined } from '../endpoints/authorize/declined.ts';
import { grantedBy } from '../endpoints/authorize/pipeline.ts';
import { factsOfUserToken, introspectionOf, otherServer } from '../endpoints/introspection.ts';
import { bearerOf, idTokenContents, needsUser } from '../endpoints/token-contents.ts';
import { userinfoFor } from '../endpoints/userinfo-claims.ts';
import { signedUserinfo } from '../endpoints/userinfo.ts';
import { OAuthError } from '../errors.ts';
import type { GrantResult, UserLogin } from '../grants/grant.ts';
import { grantResultOfUser } from '../grants/user-result.ts';
import { accessTokenOf, isForThisServer, withIds, type UserTokenClaims } from '../tokens/access-token.ts';
import { idTokenOf } from '../tokens/id-token.ts';
import { accessTokenRows, idTokenRows, userinfoRows, type Circumstances } from './claim-reasons.ts';
import { plainDocument, tokenDocument, withheldDocument } from './documents.ts';
import { obstaclesOf, signInOf } from './obstacles.ts';
import { scopesOf } from './scopes.ts';
import { supposedRequest, type SupposedRequest } from './supposed-request.ts';

/** What a sign-in would lead to. */
interface Award extends GrantResult {
  readonly login: UserLogin;
}

interface Issued {
  readonly supposed: SupposedRequest;
  readonly grant: SupposedGrant;
  readonly client: ClientRegistration;
  readonly award: Award;
  readonly user: UserinfoRow;
}

/**
 * What the client would get about the user now, made as tokens are, of what a sign-in would store. Nothing is stored, and nothing is
 * signed. Null if the client or the user no longer exists.
 */
export async function previewTokens(runtime: Runtime, request: PreviewedRequest): Promise<TokenPreview | null> {
  const [supposed, client] = await Promise.all([
    supposedRequest(runtime, request),
    runtime.db.lookUp(clientRegistration, { clientId: request.clientId }),
  ]);
  if (!supposed || !client) return null;
  const { attempt, scopes } = supposed;
  const issued = await issue(runtime, client, supposed);
  const granted = issued?.award.scopes ?? [];
  return {
    ...(issued ? await documentsOf(runtime, issued) : NOTHING),
    askedScopes: scopesOf(attempt, scopes, granted, issued?.award.api),
    obstacles: obstaclesOf(runtime, request, attempt),
  };
}

/** What redeeming the code of the sign-in would give; null if it could give nothing. */
async function issue(runtime: Runtime, client: ClientRegistration, supposed: SupposedRequest): Promise<Issued | null> {
  const { session, attempt } = supposed;
  const grantType = signInOf(attempt);
  if (grantType === null) return null;
  const { scopes, resources, organizationId, acr } = grantedBy(withoutDeclined(attempt));
  const id = newId(session.authTime);
  const grant = { id, clientId: client.id, grantType, scopes, resources, organizationId, acr };
  const found = await readSupposed(runtime.db, session, grant);
  if (!found) return null;
  const asked = { client, scopes: null, resources: null, details: null };
  try {
    const award = grantResultOfUser(asked, found.redeemed, { nonce: null, refreshToken: null });
    return { supposed, grant, client, award: award as Award, user: found.user };
  } catch (fault) {
    // No scope or no resource is left.
    if (fault instanceof OAuthError) return null;
    throw fault;
  }
}

type Documents = Pick<TokenPreview, 'idToken' | 'accessToken' | 'userinfo' | 'introspection'>;

const WITHHELD = withheldDocument('nothing_granted');
const NOTHING: Documents = { idToken: WITHHELD, accessToken: WITHHELD, userinfo: WITHHELD, introspection: WITHHELD };

async function documentsOf(runtime: Runtime, issued: Issued): Promise<Documents> {
  const { client, award, user, supposed } = issued;
  const { login, scopes, api } = award;
  const [view, mappings] = await Promise.all([
    runtime.get(Subjects).of(client),
    claimMappings(runtime.fork(), client.customerId),
  ]);
  const of = { client, asked: supposed.scopes, granted: scopes, api, mappings };
  const now = runtime.clock.now();
  const access = accessTokenOf(runtime, bearerOf(runtime, client, award, view), now);
  // The server reads a token before it answers about it.
  const token = await withIds(runtime, access.claims as UserTokenClaims);
  if (!token) throw new Error('The subject of a preview cannot be read.');
  const contents = idTokenContents(client, login, { scopes, view }, needsUser(client, login) ? user : null);
  return {
    idToken: scopes.includes('openid')
      ? tokenDocument(idTokenOf(runtime, login, contents, now), idTokenRows(of))
      : withheldDocument('no_openid'),
    accessToken: tokenDocument(access, accessTokenRows(of)),
    userinfo: userinfoDocument(runtime, token, user, of),
    introspection: await introspectionDocument(runtime, token, issued),
  };
}

function userinfoDocument(runtime: Runtime, token: UserTokenClaims, user: UserinfoRow, of: Circumstances) {
  if (!isForThisServer(runtime, token)) return withheldDocument('other_resource');
  const told = userinfoFor(token, user);
  if (!told) return withheldDocument('no_openid');
  const unsigned = signedUserinfo(runtime, token, user, told);
  const rows = userinfoRows(of, unsigned !== null);
  return unsigned ? tokenDocument(unsigned, rows) : plainDocument(told, rows);
}

/** What introspection tells the client itself. */
async function introspectionDocument(runtime: Runtime, token: UserTokenClaims, { supposed, grant }: Issued) {
  const asking = await introspectSupposed(runtime.db, supposed.session, grant, otherServer(runtime, token));
  if (!asking || asking.tokenEndpointAuthMethod === 'none') return withheldDocument('public_client');
  return plainDocument(introspectionOf(await factsOfUserToken(runtime, asking, token)), []);
}
