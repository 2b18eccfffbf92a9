import * as z from 'zod';
import { USER_SCOPES } from '../../ground/kernel/access.ts';
import { SUBJECT_TYPES, type Client, type CreateClient } from '../clients/index.ts';
import { SIGNING_ALGORITHMS } from '../keys/index.ts';
import { saying } from './registration-metadata.ts';

const text = z.string().max(2048);
const texts = z.array(text).max(100);

/** What this server reads of a document. Anything else is ignored. */
const DOCUMENT = z.object({
  client_id: text,
  client_name: text.optional(),
  redirect_uris: texts.min(1).max(50),
  post_logout_redirect_uris: texts.optional(),
  grant_types: texts.optional(),
  response_types: texts.optional(),
  scope: text.optional(),
  // Client ID Metadata Document §4.1: no secret that both sides would have to know.
  token_endpoint_auth_method: z.enum(['none', 'private_key_jwt']).default('none'),
  client_secret: z.never().optional(),
  client_secret_expires_at: z.never().optional(),
  jwks: z.record(z.string(), z.unknown()).optional(),
  jwks_uri: text.optional(),
  logo_uri: text.optional(),
  tos_uri: text.optional(),
  policy_uri: text.optional(),
  // One document is for many servers, which sign with others.
  id_token_signed_response_alg: z.enum(SIGNING_ALGORITHMS).catch('RS256').default('RS256'),
  require_pushed_authorization_requests: z.boolean().optional(),
  require_signed_request_object: z.boolean().optional(),
  dpop_bound_access_tokens: z.boolean().optional(),
  subject_type: z.enum(SUBJECT_TYPES).optional(),
  default_acr_values: texts.optional(),
  default_max_age: z.number().optional(),
});

/** A client as its document describes it, or what is wrong with the document. */
export type ReadDocument =
  | {
      readonly input: DocumentInput;
      /** The scopes that it names; undefined for any. */
      readonly named?: readonly string[];
    }
  | { readonly fault: string };

export type DocumentInput = Omit<CreateClient, 'attributes' | 'apiScopeIds'> & { readonly type: Client['type'] };

const GRANTS = ['authorization_code', 'refresh_token'] as const;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What of this server a document is read for: what clients may request access tokens for, and the levels of logins. */
export interface OfServer {
  readonly resources: readonly string[];
  readonly levels: readonly string[];
}

/** Reads the document at `address`. */
export function readDocument(address: string, body: string, { resources, levels }: OfServer): ReadDocument {
  const read = DOCUMENT.safeParse(parsed(body));
  if (!read.success) return { fault: `${read.error.issues[0]!.path.join('.') || 'the document'} cannot be accepted` };
  const given = read.data;
  // Client ID Metadata Document §4: otherwise a document could speak for another client.
  if (given.client_id !== address) return { fault: 'client_id is not the address of the document' };
  const { host } = new URL(address);
  const isOwn = (uri: string): boolean => URL.parse(uri)?.host === host;
  const returns = [...given.redirect_uris, ...(given.post_logout_redirect_uris ?? [])];
  if (!returns.every((uri) => isOwn(uri) || isLoopback(uri)))
    return { fault: 'a redirect URI is neither at the host of the document nor a loopback address' };
  if (given.jwks_uri !== undefined && !isOwn(given.jwks_uri)) return { fault: 'jwks_uri is at another host' };
  if (given.response_types && !given.response_types.includes('code')) return { fault: 'response_types must have code' };
  const grantTypes = GRANTS.filter((type) => given.grant_types?.includes(type) ?? type === 'authorization_code');
  if (!grantTypes.includes('authorization_code')) return { fault: 'grant_types must have authorization_code' };
  const named = given.scope?.split(' ');
  // A page of somebody else would lend the client its name.
  const own = (uri: string | undefined): string | null => (uri !== undefined && isOwn(uri) ? uri : null);
  return {
    input: {
      type: given.token_endpoint_auth_method === 'none' ? 'public' : 'confidential',
      name: given.client_name ?? 'Unnamed application',
      redirectUris: given.redirect_uris,
      postLogoutRedirectUris: given.post_logout_redirect_uris ?? [],
      grantTypes,
      scopes: USER_SCOPES.filter((scope) => named?.includes(scope) ?? true),
      tokenEndpointAuthMethod: given.token_endpoint_auth_method,
      requirePkce: true,
      requireConsent: true,
      resources: [...resources],
      jwks: given.jwks ?? null,
      jwksUri: given.jwks_uri ?? null,
      logoUri: own(given.logo_uri),
      tosUri: own(given.tos_uri),
      policyUri: own(given.policy_uri),
      idTokenSignedResponseAlg: given.id_token_signed_response_alg,
      requirePushedAuthorizationRequests: given.require_pushed_authorization_requests ?? false,
      requireSignedRequestObject: given.require_signed_request_object ?? false,
      dpopBoundAccessTokens: given.dpop_bound_access_tokens ?? false,
      subjectType: given.subject_type ?? 'public',
      // Its own host is the sector, whatever loopback addresses it returns to.
      sectorIdentifierUri: given.subject_type === 'pairwise' ? address : null,
      // One document is for many servers, which have other levels.
      defaultAcrValues: (given.default_acr_values ?? []).filter((value) => levels.includes(value)),
      defaultMaxAge: given.default_max_age ?? null,
    },
    ...(named && { named }),
  };
}

function parsed(body: string): unknown {
  try {
    const json: unknown = JSON.parse(body);
    return typeof json === 'object' && json !== null ? saying(json as Readonly<Record<string, unknown>>) : json;
  } catch {
    return undefined;
  }
}

// RFC 8252 §7.3
function isLoopback(uri: string): boolean {
  const url = URL.parse(uri);
  return url?.protocol === 'http:' && LOOPBACK.has(url.hostname);
}
