import type { AuthorizationDetail } from '../../../ground/kernel/authorization-details.ts';
import type { Origin } from '../../../ground/kernel/context.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import type { ApiFacts } from '../../../modules/access/index.ts';
import type { ClientRegistration } from '../../../modules/clients/index.ts';
import type { PresentedProof } from '../dpop/presented.ts';
import type { Parameters } from '../parameters.ts';
import type { Login, ProofUse } from '../../../modules/grants/index.ts';
import type { Exchanged } from '../tokens/access-token.ts';

/** A token request of an authenticated client that may use the grant type. */
export interface TokenRequest<Client extends ClientRegistration = ClientRegistration> {
  readonly runtime: Runtime;
  readonly client: Client;
  readonly form: Parameters;
  /** The requested scopes, all known and registered; null if the request names none. */
  readonly scopes: readonly string[] | null;
  /** RFC 8707: the requested resources, all registered; null if the request names none. */
  readonly resources: readonly string[] | null;
  /** RFC 9396: what the request asks for in detail, all good and registered; null if it asks for nothing. */
  readonly details: readonly AuthorizationDetail[] | null;
  /** RFC 9449: the thumbprint of the key that the request has proved; null without a proof. */
  readonly jkt: string | null;
  /** RFC 8705: the thumbprint of the certificate that the new tokens are bound to; null if they are not. */
  readonly x5t: string | null;
  readonly now: Date;
  /** For the audit trail. */
  readonly origin: () => Origin;
  /** Aborts when the caller closes its connection before the answer. */
  readonly gone: () => AbortSignal;
}

/** The result of a grant. The token endpoint makes the tokens from it. */
export interface GrantResult {
  readonly scopes: readonly string[];
  /** The resources that the access token is for; empty for this server. */
  readonly resources: readonly string[];
  /** The registered API that the access token is for; absent if it is for none. */
  readonly api?: ApiFacts;
  /** What it authorizes in detail. */
  readonly details: readonly AuthorizationDetail[];
  /** Absent if the client acts for itself. */
  readonly login?: UserLogin;
  /** What the access token has of the one that it was exchanged for. It comes alone. */
  readonly exchange?: Exchanged;
}

export interface UserLogin extends Login {
  readonly nonce: string | null;
  /** The names of the user's groups; null unless the `groups` scope was granted. */
  readonly groups: readonly string[] | null;
  readonly refreshToken: string | null;
}

/** One grant type. The token endpoint does what all grant types have in common. */
export interface Grant<Client extends ClientRegistration = ClientRegistration> {
  /** The required parameters. */
  readonly required: readonly string[];
  /** The scopes that `scope` may name; null if the grant type has no such parameter. */
  readonly mayAskFor: (client: ClientRegistration) => ReadonlySet<string> | null;
  /** Whether what the client presents proves the client, too, so that it needs no other authentication. */
  readonly provesClient?: boolean;
  /**
   * Reads the client, which is not authenticated yet, together with what it presents, and redeems its proof of possession if
   * that is genuine, or the client's credentials are known to be. By default only the client is read.
   */
  readonly findClient?: (
    runtime: Runtime,
    form: Parameters,
    clientId: string,
    proof: PresentedProof | null,
    isKnown: boolean,
  ) => Promise<(Client & Partial<ProofUse>) | undefined>;
  /** Checks and redeems what the client presents; `invalid_grant` if it is not valid. `client` is what `findClient` read. */
  redeem(request: TokenRequest<Client>): GrantResult | Promise<GrantResult>;
}
