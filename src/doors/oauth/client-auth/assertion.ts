import type { JWTPayload } from 'jose';
import { foreignKeyViolation } from '../../../ground/kernel/database.ts';
import { digest } from '../../../ground/kernel/secret.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { isOfType, verifiedBy } from '../../../ground/kernel/verified-jws.ts';
import { type ClientRegistration, useAssertion } from '../../../modules/clients/index.ts';
import { ASSERTION_ALGORITHMS } from '../vocabulary.ts';
import { ClientKeys, type KeyHolder, type KeySet } from './client-keys.ts';

/** How far a signer's clock may be ahead of ours. */
const SKEW_SECONDS = 10;
const JTI_MAX = 255;

/**
 * The claims of a JWT of one of the types (`typ`) that one of the holder's keys has signed; null for anything else. Keys at
 * an address are read again if none of them has signed it.
 */
export async function claimsSignedBy(
  runtime: Runtime,
  holder: KeyHolder,
  jwt: string,
  types: readonly (string | undefined)[],
  algorithms: readonly string[] = ASSERTION_ALGORITHMS,
): Promise<JWTPayload | null> {
  const keys = runtime.get(ClientKeys);
  const wanted = { types, algorithms };
  return (await open(jwt, await keys.of(holder), wanted)) ?? open(jwt, await keys.newer(holder), wanted);
}

/** What is wrong with the times and the `jti` of an assertion (RFC 7523 §3); undefined if nothing is. */
export function limitsFault(claims: JWTPayload, now: number, lifeSeconds: number): string | undefined {
  const { exp, iat, nbf, jti } = claims as Readonly<Record<string, unknown>>;
  if (typeof exp !== 'number' || exp <= now) return 'The assertion has expired, or has no exp.';
  if (exp > now + lifeSeconds + SKEW_SECONDS) return `The assertion must expire within ${lifeSeconds} seconds.`;
  for (const from of [iat, nbf])
    if (from !== undefined && !(typeof from === 'number' && from <= now + SKEW_SECONDS))
      return 'iat or nbf of the assertion is in the future, or is not a time.';
  if (typeof jti !== 'string' || jti === '' || jti.length > JTI_MAX)
    return `The assertion has no jti, or one of more than ${JTI_MAX} characters.`;
  return undefined;
}

/**
 * RFC 7523 §3 rule 7: redeems an assertion, which is accepted once, by whichever server. False if it was used before. `name`
 * is what no other assertion of the client has.
 */
export async function redeemAssertion(
  runtime: Runtime,
  { customerId, id: clientId }: ClientRegistration,
  name: string,
  { exp }: JWTPayload,
): Promise<boolean> {
  const values = { customerId, clientId, jtiHash: digest(name), expiresAt: new Date(exp! * 1000) };
  try {
    return (await runtime.db.first(useAssertion, values)) !== undefined;
  } catch (fault) {
    if (foreignKeyViolation(fault)) return false;
    throw fault;
  }
}

/** What a JWT is, and how it is signed. */
interface Wanted {
  readonly types: readonly (string | undefined)[];
  readonly algorithms: readonly string[];
}

// RFC 7515 §2: base64url has one spelling of the same bytes, without unused bits.
const isCanonical = (jwt: string): boolean =>
  jwt.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

async function open(jwt: string, keys: KeySet | null, { types, algorithms }: Wanted): Promise<JWTPayload | null> {
  if (!keys || !isCanonical(jwt)) return null;
  try {
    const { payload, protectedHeader } = await verifiedBy(keys, jwt, algorithms);
    if (!isOfType(protectedHeader.typ, types)) return null;
    const claims: unknown = JSON.parse(Buffer.from(payload).toString());
    return typeof claims === 'object' && claims !== null ? (claims as JWTPayload) : null;
  } catch {
    return null;
  }
}
