import { decodeJwt, type JWTPayload } from 'jose';
import { epochSeconds } from '../../../ground/kernel/clock.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import type { ClientRegistration, TrustedIssuer } from '../../../modules/clients/index.ts';
import { PATHS } from '../paths.ts';
import { claimsSignedBy, limitsFault, redeemAssertion } from './assertion.ts';

/** The longest lifetime of an assertion. Platforms that run workloads issue them for up to an hour, and some seconds. */
const LIFE_SECONDS = 2 * 3600;

// RFC 8725 §3.11: JWTs for another purpose, such as access tokens, have another type.
const TYPES = [undefined, 'JWT', 'authorization-grant+jwt'];

/**
 * Redeems an assertion that a workload presents to act as the client (RFC 7523 §2.1, §3): issued by one of the client's
 * trusted issuers. Returns what is wrong with it, for the client's developer; undefined if nothing is.
 */
export async function workloadFault(
  runtime: Runtime,
  client: ClientRegistration,
  assertion: string,
): Promise<string | undefined> {
  const issuer = issuerOf(client, assertion);
  if (!issuer) return 'iss and sub of the assertion are not those of a trusted issuer of the client.';
  const claims = await claimsSignedBy(runtime, issuer, assertion, TYPES);
  if (!claims) return 'The assertion is not signed with a key of its issuer and a supported algorithm.';
  if (!isFor(runtime, issuer, claims))
    return `aud of the assertion must be ${issuer.audience ?? 'the issuer of this server'}.`;
  const fault = limitsFault(claims, epochSeconds(runtime.clock.now()), LIFE_SECONDS);
  if (fault !== undefined) return fault;
  // A jti is the issuer's own, so another issuer, and the client itself, may use the same.
  const name = JSON.stringify([issuer.issuer, claims.jti]);
  return (await redeemAssertion(runtime, client, name, claims)) ? undefined : 'The assertion was used before.';
}

// RFC 7523 §3 rules 1 and 2. Nothing in the assertion is trusted before its signature is verified with the keys found here.
function issuerOf({ trustedIssuers }: ClientRegistration, assertion: string): TrustedIssuer | undefined {
  try {
    const { iss, sub } = decodeJwt(assertion);
    return trustedIssuers.find(({ issuer, subject }) => issuer === iss && subject === sub);
  } catch {
    return undefined;
  }
}

// RFC 7523 §3 rule 3. All audiences must be the expected one, or another recipient could present the assertion here.
function isFor({ settings }: Runtime, { audience }: TrustedIssuer, { aud }: JWTPayload): boolean {
  const { baseUrl } = settings.server;
  const accepted = audience === null ? [baseUrl, baseUrl + PATHS.token] : [audience];
  const named = [aud ?? []].flat();
  return named.length > 0 && named.every((name) => accepted.includes(name));
}
