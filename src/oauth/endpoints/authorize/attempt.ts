import type { OAuthErrorCode } from '../../errors.ts';
import type { Flow } from './flow.ts';
import type { Client, Consent, Session } from './situation.sql.ts';

/** The parameters of an authorization request, those without a value left out (RFC 6749 §3.1). */
export type Parameters = ReadonlyMap<string, string>;

/** One authorization request with all that is known about it: what every check looks at, and none changes. */
export interface Attempt {
  readonly parameters: Parameters;
  /** Parameters given more than once. */
  readonly repeated: ReadonlySet<string>;
  readonly client: Client;
  readonly session: Session | null;
  readonly consent: Consent | null;
  /** The flow this goes on with; null when the request has just arrived. */
  readonly flow: Flow | null;
  /** Whether the client has pushed it (RFC 9126). */
  readonly pushed: boolean;
  /** Whom `id_token_hint` names; undefined without one, null when it is none of our ID tokens for this client. */
  readonly hintedUserId: string | null | undefined;
  /** Whether strangers may make accounts on this server. */
  readonly canSignUp: boolean;
  readonly now: Date;
}

/** A request as it came, before anything is known of its client. */
export type Asked = Pick<Attempt, 'parameters' | 'repeated' | 'flow' | 'pushed'>;

/** Why a request is not answered with a code: by a page, by an error at the client, or not before a person is asked. */
export type Stop =
  | { readonly kind: 'page'; readonly detail: string }
  | { readonly kind: 'error'; readonly error: OAuthErrorCode; readonly description: string }
  | { readonly kind: 'ask'; readonly step: 'login' | 'signup' | 'select-account' | 'consent' }
  /** The session whose user is asked for the second factor too. */
  | { readonly kind: 'ask'; readonly step: 'second-factor'; readonly sessionId: string };

/** One condition of a code being issued; nothing is returned where it holds. */
export type Check = (attempt: Attempt) => Stop | undefined;

/** Whether the user signed in within this very flow. */
export const isFresh = ({ session, flow }: Pick<Attempt, 'session' | 'flow'>): boolean =>
  session !== null && flow !== null && session.authTime >= flow.startedAt;

/** An error the client is told of through its redirect URI. */
export const refuse = (error: OAuthErrorCode, description: string): Stop => ({
  kind: 'error',
  error,
  description,
});

/** Where an answer takes the browser, as a person is told: a host, or the scheme of an application on their machine. */
export function returnHost(parameters: Parameters): string {
  const url = URL.parse(parameters.get('redirect_uri') ?? '');
  if (!url) return '';
  if (!/^https?:$/.test(url.protocol)) return url.protocol;
  // RFC 8252 §7.3: the port of a loopback address is another one each time.
  return url.protocol === 'http:' ? url.hostname : url.host;
}

/** The words of a space-separated parameter; none when it is missing. */
export const wordsOf = (parameters: Parameters, name: string): ReadonlySet<string> =>
  new Set(parameters.get(name)?.split(' ').filter(Boolean));

/** The languages a client would like its user's pages in, the best first (OpenID Connect Core §3.1.2.1). */
export const localesOf = (parameters: Parameters): readonly string[] => [...wordsOf(parameters, 'ui_locales')];
