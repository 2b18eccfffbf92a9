import type { AuthorizationDetail } from '../../../../ground/kernel/authorization-details.ts';
import type { AuthenticationLevel } from '../../../../ground/kernel/runtime.ts';
import type { LoginClient, LoginConsent, LoginSession } from '../../../../modules/logins/index.ts';
import type { ActingOrganization } from '../../../../modules/organizations/index.ts';
import type { MfaMethod } from '../../../../modules/users/index.ts';
import type { OAuthErrorCode } from '../../errors.ts';
import type { KnownClaim, WantedClaims } from './claims.ts';
import type { Flow } from './flow.ts';
import type { Parameters } from './parameters.ts';

/** An authorization request with all that is known about it. Checks read it and do not change it. */
export interface Attempt {
  readonly parameters: Parameters;
  /** Parameters given more than once. */
  readonly repeated: ReadonlySet<string>;
  readonly client: LoginClient;
  readonly session: LoginSession | null;
  readonly consent: LoginConsent | null;
  /** The flow that continues; null for a new request. */
  readonly flow: Flow | null;
  /** Whether the client has pushed the request (RFC 9126). */
  readonly pushed: boolean;
  /** The reference of a pushed request that a code ends; absent if its first use has. */
  readonly reference?: string;
  /** Whether the parameters are those of a signed request object (RFC 9101). */
  readonly signed?: boolean;
  /** What is wrong with the request object, whose parameters are then unknown. */
  readonly objectFault?: string;
  /** What `claims` requests; null if it is malformed. */
  readonly wanted: WantedClaims | null;
  /** The requested claims that there are. */
  readonly knownClaims: readonly KnownClaim[];
  /** What the request asks for in detail. */
  readonly details: readonly AuthorizationDetail[];
  /** Why it may not. */
  readonly detailsFault: string | undefined;
  /** The organizations that the user may act for in this request; null if it does not ask for one, or nobody is signed in. */
  readonly organizations: readonly ActingOrganization[] | null;
  /** The user in `id_token_hint`; undefined without a hint, null if it is not an ID token of ours for this client. */
  readonly hintedUserId: string | null | undefined;
  /** How the client knows the user of the session; null without one. */
  readonly sub: string | null;
  /** Whether people may sign up on this server. */
  readonly canSignUp: boolean;
  /** The levels of authentication of this server, from the lowest to the highest. */
  readonly levels: readonly AuthenticationLevel[];
  readonly now: Date;
}

/** A request before its client is known. */
export type AuthorizationInput = Pick<
  Attempt,
  'parameters' | 'repeated' | 'flow' | 'pushed' | 'reference' | 'signed' | 'objectFault'
>;

/** Why a request gets no code: it gets an error page or an error at the client, or the user has to be asked first. */
export type Stop =
  | { readonly kind: 'page'; readonly detail: string }
  | { readonly kind: 'error'; readonly error: OAuthErrorCode; readonly description: string }
  | { readonly kind: 'ask'; readonly step: 'login' | 'signup' | 'select-account' | 'select-organization' | 'consent' }
  /** The session that needs a second factor: one of these, or any. */
  | {
      readonly kind: 'ask';
      readonly step: 'second-factor';
      readonly sessionId: string;
      readonly by?: readonly MfaMethod[];
    };

/** One condition for issuing a code; undefined if it holds. */
export type Check = (attempt: Attempt) => Stop | undefined;

/** Whether the user signed in during this flow. */
export const isFresh = ({ session, flow }: Pick<Attempt, 'session' | 'flow'>): boolean =>
  session !== null && flow !== null && session.authTime >= flow.startedAt;

/** An error that the client gets at its redirect URI. */
export const refuse = (error: OAuthErrorCode, description: string): Stop => ({
  kind: 'error',
  error,
  description,
});

/** Where the answer redirects the browser, as pages show it: a host, or the scheme of a native application. */
export function returnHost(parameters: Parameters): string {
  const url = URL.parse(parameters.get('redirect_uri') ?? '');
  if (!url) return '';
  if (!/^https?:$/.test(url.protocol)) return url.protocol;
  // RFC 8252 §7.3: a loopback address has another port each time.
  return url.protocol === 'http:' ? url.hostname : url.host;
}

/** The words of a space-separated parameter; none if it is missing. */
export const wordsOf = (parameters: Parameters, name: string): ReadonlySet<string> =>
  new Set(parameters.get(name)?.split(' ').filter(Boolean));

/** Whether the request is about a login that proves everything anew. A remembered device does not count for it. */
export const isAnew = (parameters: Parameters): boolean =>
  parameters.has('max_age') || wordsOf(parameters, 'prompt').has('login');

/** The languages that the client prefers for pages, best first (OpenID Connect Core §3.1.2.1). */
export const localesOf = (parameters: Parameters): readonly string[] => [...wordsOf(parameters, 'ui_locales')];
