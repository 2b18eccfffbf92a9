import { addressOf, CONSOLE_PATH } from '../../address.ts';
import { randomText } from '../../random.ts';

/** Where a tried login comes back. The application must have this redirect URI. */
export const RETURN = new URL(`${CONSOLE_PATH}/try`, location.origin).href;

const STORED = 'guildhall.try';

interface Attempt {
  readonly clientId: string;
  readonly secret: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Tokens {
  readonly [name: string]: unknown;
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Begins a real login at an application. What is needed afterwards waits in this tab. */
export async function beginLogin(clientId: string, secret: string, scopes: string): Promise<void> {
  const attempt: Attempt = { clientId, secret, state: randomText(), nonce: randomText(), verifier: randomText() };
  sessionStorage.setItem(STORED, JSON.stringify(attempt));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(attempt.verifier));
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: RETURN,
    scope: scopes,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: base64Url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  });
  location.assign(addressOf(`oauth2/authorize?${query}`));
}

/** The login that this tab began, which can be finished once. */
export function takeAttempt(): Attempt | undefined {
  const stored = sessionStorage.getItem(STORED);
  sessionStorage.removeItem(STORED);
  return stored === null ? undefined : (JSON.parse(stored) as Attempt);
}

const answerOf = async (answer: Response): Promise<Tokens> => (await answer.json()) as Tokens;

/** Exchanges the code for tokens, as the application would. */
export async function finishLogin(attempt: Attempt, code: string): Promise<Tokens> {
  const { clientId, secret, verifier } = attempt;
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: RETURN,
    code_verifier: verifier,
    client_id: clientId,
  });
  if (secret) body.delete('client_id');
  const headers: Record<string, string> = secret
    ? { authorization: `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`)}` }
    : {};
  return answerOf(await fetch(addressOf('oauth2/token'), { method: 'POST', body, headers }));
}

/** What userinfo tells about the user. */
export const userinfoOf = async (accessToken: string): Promise<Tokens> =>
  answerOf(await fetch(addressOf('oauth2/userinfo'), { headers: { authorization: `Bearer ${accessToken}` } }));

/** The header and the claims of a JWT; undefined for anything else. */
export function decoded(token: unknown): { header: unknown; claims: unknown } | undefined {
  const parts = typeof token === 'string' ? token.split('.') : [];
  if (parts.length !== 3) return undefined;
  const read = (part: string): unknown => {
    const text = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.codePointAt(0)!)));
  };
  return { header: read(parts[0]!), claims: read(parts[1]!) };
}
