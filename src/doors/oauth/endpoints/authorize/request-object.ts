import type { JWTPayload } from 'jose';
import { epochSeconds } from '../../../../ground/kernel/clock.ts';
import type { Runtime } from '../../../../ground/kernel/runtime.ts';
import type { LoginClient } from '../../../../modules/logins/index.ts';
import { algorithmsOf } from '../../vocabulary.ts';
import type { AuthorizationInput } from './attempt.ts';
import type { Parameters } from './parameters.ts';
import { BETWEEN_RESOURCES } from './checks/resource.check.ts';

// RFC 9101 §10.8 and RFC 8725 §3.11: a JWT for another purpose has another type.
const TYPES = [undefined, 'JWT', 'oauth-authz-req+jwt'];

/** How far the client's clock may be ahead of ours. */
const SKEW_SECONDS = 10;

/** FAPI 2.0 Message Signing §5.3.1: how long an object may be valid, and how long it may have been. */
const FAPI2_LIFE_SECONDS = 3600;

/** The claims of the object that are about the object itself, and no parameters. */
const OF_OBJECT: ReadonlySet<string> = new Set(['iss', 'aud', 'exp', 'nbf', 'iat', 'jti', 'sub']);

/** The request that a signed request object contains (RFC 9101), or what is wrong with the object. */
export async function openRequestObject(
  runtime: Runtime,
  asked: AuthorizationInput,
  client: LoginClient,
): Promise<AuthorizationInput> {
  const object = asked.parameters.get('request');
  // A client without keys cannot have signed it. The check then says that it is not supported.
  if (object === undefined || asked.flow || !isSigner(client)) return asked;
  // RFC 9101 §5: it comes by value or by reference. The check refuses both at once.
  if (asked.parameters.has('request_uri')) return asked;
  const faulty = (objectFault: string): AuthorizationInput => ({ ...asked, objectFault });
  // Loaded when it is first needed.
  const { claimsSignedBy } = await import('../../client-auth/assertion.ts');
  const claims = await claimsSignedBy(runtime, client, object, TYPES, algorithmsOf(client));
  if (!claims) return faulty('The request object is not signed with a key of the client and a supported algorithm.');
  const fault = claimsFault(runtime, client, claims);
  if (fault !== undefined) return faulty(fault);
  const parameters = parametersOf(claims);
  if (!parameters) return faulty('The request object has a parameter that is neither a text nor a number.');
  // RFC 9101 §6.3: only the parameters of the object count, and no others.
  return {
    ...asked,
    parameters,
    repeated: new Set([...asked.repeated].filter((name) => name === 'request')),
    signed: true,
  };
}

/** Whether the client has keys to sign with. */
export const isSigner = ({ jwks, jwksUri }: LoginClient): boolean => jwks !== null || jwksUri !== null;

function claimsFault({ settings, clock }: Runtime, client: LoginClient, claims: JWTPayload): string | undefined {
  const { iss = client.id, aud, client_id: clientId } = claims as Readonly<Record<string, unknown>>;
  // RFC 9101 §4, §5, RFC 9126 §3: the object has a client_id, which is that of the request.
  if (iss !== client.id || clientId !== client.id)
    return 'iss and client_id of the request object must be the client_id.';
  if (![aud].flat().includes(settings.server.baseUrl)) return 'aud of the request object must be the issuer.';
  // RFC 9101 §4: an object refers to no other.
  if ('request' in claims || 'request_uri' in claims) return 'The request object contains a request or request_uri.';
  return timesFault(claims, epochSeconds(clock.now()), client);
}

function timesFault(claims: JWTPayload, now: number, { fapi2 }: LoginClient): string | undefined {
  const { exp, iat, nbf } = claims as Readonly<Record<string, unknown>>;
  if (exp !== undefined && !(typeof exp === 'number' && exp > now)) return 'The request object has expired.';
  for (const from of [iat, nbf])
    if (from !== undefined && !(typeof from === 'number' && from <= now + SKEW_SECONDS))
      return 'iat or nbf of the request object is in the future, or is not a time.';
  if (!fapi2) return undefined;
  // FAPI 2.0 Message Signing §5.3.1: what is signed for good must not be good for long.
  if (typeof exp !== 'number' || typeof nbf !== 'number') return 'The request object must have exp and nbf.';
  if (exp > nbf + FAPI2_LIFE_SECONDS || nbf < now - FAPI2_LIFE_SECONDS)
    return `exp of the request object must be within ${FAPI2_LIFE_SECONDS} seconds of nbf, and nbf no longer ago.`;
  return undefined;
}

/**
 * The parameters in the claims of a request object: texts, numbers, objects as JSON, and a list only for `resource` and
 * `authorization_details`. Null if a claim is none of these. Empty ones are omitted (RFC 6749 §3.1).
 */
export function parametersOf(claims: object): Parameters | null {
  const found = Object.entries(claims).filter(([name]) => !OF_OBJECT.has(name));
  const read = found.map(([name, value]) => [name, textOf(name, value)] as const);
  if (!read.every((pair): pair is readonly [string, string] => pair[1] !== null)) return null;
  return new Map(read.filter(([, value]) => value !== ''));
}

function textOf(name: string, value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  // RFC 9396 §3
  if (Array.isArray(value) && name === 'authorization_details') return JSON.stringify(value);
  if (Array.isArray(value))
    return name === 'resource' && value.every((each) => typeof each === 'string')
      ? value.join(BETWEEN_RESOURCES)
      : null;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : null;
}
