import { GuildhallError, jsonOf, UnexpectedAnswer, type ErrorCode } from './errors.ts';

/**
 * An access token, or a function that gets one. The function is called before each request, and once more with the token
 * that the server rejected.
 */
export type Token = string | ((rejected?: string) => string | Promise<string>);

/** A service account, and where its server is. */
export interface ClientCredentials {
  /** The address of the server, such as `https://id.example.com`. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The scopes, separated by spaces. */
  readonly scope: string;
  readonly fetch?: typeof globalThis.fetch;
}

interface Granted {
  readonly token: string;
  /** When to get another one, in milliseconds since 1970. */
  readonly until: number;
}

/** A token is replaced after this share of its life. */
const SHARE_OF_LIFE = 0.9;

/** Gets access tokens for a service account. One token is used until it is about to expire. */
export function clientCredentials(credentials: ClientCredentials): (rejected?: string) => Promise<string> {
  let current: Promise<Granted> | undefined;
  return async (rejected) => {
    const last = current;
    const before = await last?.catch(() => undefined);
    const isStale = !before || before.token === rejected || before.until <= Date.now();
    // Another request may have begun to get one meanwhile.
    if (isStale && current === last) current = grant(credentials);
    return (await current!).token;
  };
}

async function grant({
  url,
  clientId,
  clientSecret,
  scope,
  fetch = globalThis.fetch,
}: ClientCredentials): Promise<Granted> {
  const asked = Date.now();
  const answer = await fetch(new URL('/oauth2/token', url), {
    method: 'POST',
    headers: { authorization: `Basic ${btoa([clientId, clientSecret].map(encodeURIComponent).join(':'))}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
  });
  const body = (await jsonOf(answer)) as Partial<TokenAnswer>;
  if (body.access_token !== undefined && body.expires_in !== undefined)
    return { token: body.access_token, until: asked + body.expires_in * 1000 * SHARE_OF_LIFE };
  if (body.code === undefined) throw new UnexpectedAnswer(answer.status, JSON.stringify(body));
  const wait = answer.headers.get('retry-after');
  throw new GuildhallError(body.error_description ?? body.error ?? 'The token was refused.', {
    status: answer.status,
    code: body.code,
    documentation: body.error_uri,
    ...(wait !== null && { retryAfter: Number(wait) }),
  });
}

/** What the token endpoint answers (RFC 6749 §5.1 and §5.2), with the code that every error of the server has. */
interface TokenAnswer {
  readonly access_token: string;
  readonly expires_in: number;
  readonly error: string;
  readonly error_description: string;
  readonly error_uri: string;
  readonly code: ErrorCode;
}
