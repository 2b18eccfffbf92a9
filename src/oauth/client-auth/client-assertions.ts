import { compactVerify, errors, type CompactVerifyResult, type JWTPayload } from 'jose';
import { epochSeconds } from '../../kernel/clock.ts';
import { foreignKeyViolation } from '../../kernel/database.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { digest } from '../../kernel/secret.ts';
import { type ClientRegistration, useAssertion } from '../../modules/clients/index.ts';
import { PATHS } from '../paths.ts';
import { ASSERTION_ALGORITHMS } from '../vocabulary.ts';
import { ClientKeys, type KeySet } from './client-keys.ts';

/** The longest lifetime of an assertion. */
const LIFE_SECONDS = 600;
/** How far a client's clock may be ahead of ours. */
const SKEW_SECONDS = 10;
const JTI_MAX = 255;

// RFC 8725 §3.11: JWTs for another purpose have another type.
const TYPES = [undefined, 'JWT', 'client-authentication+jwt'];

/** Verifies the assertions that clients sign to authenticate: `private_key_jwt` (RFC 7523 §3, OIDC Core §9). */
export class ClientAssertions {
  private readonly audiences: readonly string[];

  constructor(private readonly runtime: Runtime) {
    const { baseUrl } = runtime.settings.server;
    const endpoints = [PATHS.token, PATHS.par, PATHS.introspect, PATHS.revoke];
    this.audiences = [baseUrl, ...endpoints.map((path) => baseUrl + path)];
  }

  /** Redeems the assertion. Returns what is wrong with it, for the client's developer; undefined if nothing is. */
  async fault(client: ClientRegistration, assertion: string): Promise<string | undefined> {
    const claims = await this.verify(client, assertion);
    if (!claims) return 'The assertion is not signed with a key of the client and a supported algorithm.';
    const fault = this.claimsFault(client, claims);
    if (fault !== undefined) return fault;
    return (await this.isFresh(client, claims)) ? undefined : 'The assertion was used before.';
  }

  private async verify(client: ClientRegistration, assertion: string): Promise<JWTPayload | null> {
    const keys = this.runtime.get(ClientKeys);
    const claims = await open(assertion, await keys.of(client));
    return claims ?? open(assertion, await keys.newer(client));
  }

  private claimsFault(client: ClientRegistration, claims: JWTPayload): string | undefined {
    const { iss, sub, aud, exp, iat, nbf, jti } = claims as Readonly<Record<string, unknown>>;
    const now = epochSeconds(this.runtime.clock.now());
    if (iss !== client.id || sub !== client.id) return 'iss and sub of the assertion must be the client_id.';
    // All audiences must be this server. Otherwise another recipient could present the assertion here.
    const audiences = [aud].flat();
    if (audiences.length === 0 || !audiences.every((name) => this.audiences.includes(name as string)))
      return 'aud of the assertion must be the issuer.';
    if (typeof exp !== 'number' || exp <= now) return 'The assertion has expired, or has no exp.';
    if (exp > now + LIFE_SECONDS + SKEW_SECONDS) return `The assertion must expire within ${LIFE_SECONDS} seconds.`;
    for (const from of [iat, nbf])
      if (from !== undefined && !(typeof from === 'number' && from <= now + SKEW_SECONDS))
        return 'iat or nbf of the assertion is in the future, or is not a time.';
    if (typeof jti !== 'string' || jti === '' || jti.length > JTI_MAX)
      return `The assertion has no jti, or one of more than ${JTI_MAX} characters.`;
    return undefined;
  }

  private async isFresh({ customerId, id: clientId }: ClientRegistration, { jti, exp }: JWTPayload): Promise<boolean> {
    const values = { customerId, clientId, jtiHash: digest(jti!), expiresAt: new Date(exp! * 1000) };
    try {
      // RFC 7523 §3 rule 7: an assertion is accepted once, by whichever server.
      return (await this.runtime.db.first(useAssertion, values)) !== undefined;
    } catch (fault) {
      if (foreignKeyViolation(fault)) return false;
      throw fault;
    }
  }
}

/** The claims of a JWS that is signed with one of the keys; null for anything else. */
async function open(assertion: string, keys: KeySet | null): Promise<JWTPayload | null> {
  if (!keys) return null;
  try {
    const { payload, protectedHeader } = await verified(assertion, keys);
    if (!TYPES.includes(protectedHeader.typ)) return null;
    const claims: unknown = JSON.parse(Buffer.from(payload).toString());
    return typeof claims === 'object' && claims !== null ? (claims as JWTPayload) : null;
  } catch {
    return null;
  }
}

async function verified(assertion: string, keys: KeySet): Promise<CompactVerifyResult> {
  const options = { algorithms: ASSERTION_ALGORITHMS };
  try {
    return await compactVerify(assertion, keys, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      const result = await compactVerify(assertion, key, options).catch(() => null);
      if (result) return result;
    }
    throw error;
  }
}
