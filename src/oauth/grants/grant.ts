import type { Origin } from '../../kernel/context.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import type { ClientRegistration } from '../../modules/clients/index.ts';
import type { Parameters } from '../parameters.ts';
import type { Login } from '../../modules/grants/index.ts';

/** A token request of a client that has proved itself and may use the grant. */
export interface TokenRequest {
  readonly runtime: Runtime;
  readonly client: ClientRegistration;
  readonly form: Parameters;
  /** What the request asks for, each scope known and within the client's; null when it does not say. */
  readonly scopes: readonly string[] | null;
  /** RFC 8707: the resources that the access token shall be for, each one of the client's; null when it does not say. */
  readonly resources: readonly string[] | null;
  readonly now: Date;
  /** For the audit trail. */
  readonly origin: () => Origin;
}

/** What a grant yields; the tokens are made of it in one place, the same for all. */
export interface Award {
  readonly scopes: readonly string[];
  /** What the access token is for; this server where there is none. */
  readonly resources: readonly string[];
  /** Absent where the client acts for itself. */
  readonly login?: UserLogin;
}

export interface UserLogin extends Login {
  readonly nonce: string | null;
  /** The names of the user's groups, where the `groups` scope was granted. */
  readonly groups: readonly string[] | null;
  readonly refreshToken: string | null;
}

/** What is peculiar to a grant. Everything that all have in common is the token endpoint's, so none can forget it. */
export interface Grant {
  /** The parameters it cannot do without. */
  readonly required: readonly string[];
  /** What `scope` may hold; null where the grant has no such parameter. */
  readonly mayAskFor: (client: ClientRegistration) => ReadonlySet<string> | null;
  /** Checks and uses up what the client presents; `invalid_grant` when that is no good. */
  readonly redeem: (request: TokenRequest) => Award | Promise<Award>;
}
