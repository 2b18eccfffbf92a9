import type { JWTPayload } from 'jose';
import { epochSeconds } from '../../../ground/kernel/clock.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import type { ClientRegistration } from '../../../modules/clients/index.ts';
import { SharedRates } from '../../../modules/throttle/index.ts';
import { PATHS } from '../paths.ts';
import { algorithmsOf } from '../vocabulary.ts';
import { claimsSignedBy, limitsFault, redeemAssertion } from './assertion.ts';

/** The longest lifetime of an assertion. */
const LIFE_SECONDS = 600;

// RFC 8725 §3.11: JWTs for another purpose have another type.
const TYPES = [undefined, 'JWT', 'client-authentication+jwt'];

/** Verifies the assertions that clients sign to authenticate: `private_key_jwt` (RFC 7523 §3, OIDC Core §9). */
export class ClientAssertions {
  private readonly audiences: readonly string[];

  constructor(private readonly runtime: Runtime) {
    const { server, mutualTls } = runtime.settings;
    const endpoints = [PATHS.token, PATHS.par, PATHS.deviceAuthorization, PATHS.introspect, PATHS.revoke];
    // RFC 8705 §5: clients with certificates have other addresses of the endpoints, but no other issuer.
    const bases = [server.baseUrl, mutualTls.baseUrl].filter((base) => base !== undefined);
    this.audiences = [server.baseUrl, ...bases.flatMap((base) => endpoints.map((path) => base + path))];
  }

  /** Redeems the assertion. Returns what is wrong with it, for the client's developer; undefined if nothing is. */
  async fault(client: ClientRegistration, assertion: string): Promise<string | undefined> {
    const claims = await claimsSignedBy(this.runtime, client, assertion, TYPES, algorithmsOf(client));
    if (!claims) return 'The assertion is not signed with a key of the client and a supported algorithm.';
    const fault = this.claimsFault(client, claims);
    if (fault !== undefined) return fault;
    const { id, ownerId, source } = client;
    if (ownerId !== null || source !== 'created') await this.runtime.get(SharedRates).use('assertion', id);
    const isFresh = await redeemAssertion(this.runtime, client, claims.jti!, claims);
    return isFresh ? undefined : 'The assertion was used before.';
  }

  private claimsFault(client: ClientRegistration, claims: JWTPayload): string | undefined {
    const { iss, sub, aud } = claims as Readonly<Record<string, unknown>>;
    if (iss !== client.id || sub !== client.id) return 'iss and sub of the assertion must be the client_id.';
    // All audiences must be this server. Otherwise another recipient could present the assertion here.
    const audiences = [aud].flat();
    // FAPI 2.0 §5.3.2.1: the issuer as a string, and nothing else.
    if (client.fapi2 && aud !== this.audiences[0]) return 'aud of the assertion must be the issuer, and no list.';
    if (audiences.length === 0 || !audiences.every((name) => this.audiences.includes(name as string)))
      return 'aud of the assertion must be the issuer.';
    return limitsFault(claims, epochSeconds(this.runtime.clock.now()), LIFE_SECONDS);
  }
}
